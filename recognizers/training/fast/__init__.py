"""The recipe of the fast engine's model; needs the extra ``train`` (torch), runs on one thread.

``python -m recognizers.training.fast --out FOLDER`` teaches ``student`` what the accurate model was
taught (``recognizers.training.course``); where a carrier leaves open what a word is, ``silver`` asks
the accurate model. ``export`` writes ONNX; jury and card are those of the accurate model.
"""
