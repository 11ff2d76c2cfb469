"""What the gallery's ops show: the combinations that they stand for, and recorded runs."""
