"""Names and articles, as people write them."""

import pytest

from workbench.core.declaration.names import words_of
from workbench.core.errors import with_article


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("GridSample3D", "grid sample 3d"),
        ("Conv2DTranspose", "conv 2d transpose"),
        ("RoiAlign", "roi align"),
        ("MaxPool2d", "max pool2d"),
        ("max_pool2d", "max pool2d"),
        ("LSTM", "lstm"),
        ("MMCVRoIAlign", "mmcv roi align"),
        ("RoIAlignRotated", "roi align rotated"),
        ("IsNaN", "is nan"),
        ("IoU", "iou"),
        ("TopK", "top k"),
        ("ToNHWC", "to nhwc"),
        ("DCNv2", "dcnv2"),
        ("BEVPoolV2", "bev pool v2"),
        ("INT8MatMul", "int8 mat mul"),
    ],
)
def test_a_name_is_made_of_its_words(name, words):
    assert " ".join(words_of(name)).lower() == words


@pytest.mark.parametrize("phrase", ["an int", "an int64", "a uint8", "a float", "a tensor"])
def test_a_noun_has_its_article(phrase):
    assert with_article(phrase.partition(" ")[2]) == phrase
