"""Tests of reading a setup.py."""
