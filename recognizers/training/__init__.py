"""The recipe of the shipped model; needs the extra ``train`` (torch), runs offline from ``--base``.

``python -m recognizers.training --out FOLDER`` goes, in this order, through ``base`` (the
pretrained encoder, by hash), ``course`` (marked notes drawn anew, and carriers), ``fit`` (the
loop over ``batches`` of ``examples``), ``export`` (int8 ONNX), ``jury`` (weights of the judge on notes
kept apart) and ``card``.
"""
