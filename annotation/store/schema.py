"""The SQLite file: tables, and how it is made and opened."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from annotation.errors import InputError

APPLICATION_ID = 0x6E646964
"""Marks the file as a store (SQLite's ``application_id``)."""

TABLES = f"""
PRAGMA application_id = {APPLICATION_ID};
CREATE TABLE note (
    note_id TEXT PRIMARY KEY, patient_id TEXT, note_type TEXT, stratum TEXT NOT NULL,
    text TEXT NOT NULL, extra TEXT NOT NULL, found TEXT NOT NULL);
CREATE TABLE person (name TEXT PRIMARY KEY, adjudicates INTEGER NOT NULL, token TEXT UNIQUE);
CREATE TABLE assignment (
    annotator TEXT NOT NULL REFERENCES person, note_id TEXT NOT NULL REFERENCES note,
    position INTEGER NOT NULL, preannotated INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'open', doubtful INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (annotator, note_id));
CREATE TABLE journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, annotator TEXT NOT NULL, note_id TEXT NOT NULL,
    entry TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, content TEXT NOT NULL, at TEXT NOT NULL,
    FOREIGN KEY (annotator, note_id) REFERENCES assignment);
CREATE INDEX journal_of_note ON journal (annotator, note_id);
CREATE TABLE decision (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, note_id TEXT NOT NULL REFERENCES note,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, versions TEXT NOT NULL, found TEXT NOT NULL,
    choice TEXT NOT NULL, marks TEXT NOT NULL,
    adjudicator TEXT NOT NULL REFERENCES person, at TEXT NOT NULL);
CREATE INDEX decision_of_note ON decision (note_id);
"""


def create(path: Path) -> sqlite3.Connection:
    """Make an empty store with mode 0600; its log files inherit the mode.

    Raises:
        InputError: the file exists or cannot be made.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise InputError(f"{path}: cannot make the store ({error.strerror})") from None
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(TABLES)
    return connect(path)


def open_existing(path: Path) -> sqlite3.Connection:
    """Open a store.

    Raises:
        InputError: there is no such file, or it is no store.
    """
    if not is_store(path):
        raise InputError(f"{path}: not a store of annotators' work; make one from a sample of notes")
    return connect(path)


def is_store(path: Path) -> bool:
    """True when the file is there and its header says that it is a store."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(72)
    return header.startswith(b"SQLite format 3\0") and header[68:] == APPLICATION_ID.to_bytes(4, "big")


def connect(path: Path) -> sqlite3.Connection:
    """Connect so that a commit is on disk before it returns."""
    connection = sqlite3.connect(path, timeout=10, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection
