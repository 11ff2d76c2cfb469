"""What the scheme serves: the allow-list, without Qt."""

import re
from datetime import UTC, datetime

import pytest

from workbench.gui.web.assets import AssetLibrary, AssetNotFoundError, package_folder


@pytest.fixture
def library():
    return AssetLibrary()


@pytest.mark.parametrize(
    ("host", "path"),
    [
        ("monaco", "/../../../etc/passwd"),
        ("monaco", "/vs/../../../__init__.py"),
        ("monaco", "/vs/..\\..\\index.js"),
        ("monaco", "/vs//etc/passwd"),
        ("monaco", "/vs/loader.js\0.png"),
        ("monaco", "/view.js"),
        ("monaco", "/data/guess/model.onnx"),
        ("monaco", "/workbench/../monaco/loader.js"),
        ("netron", "/vs/loader.js"),
        ("netron", "/server.py"),
        ("netron", "/../netron/view.js/../../onnx/__init__.py"),
        ("netron", "/data/guess/model.onnx"),
        ("netron", "/workbench/fonts/../NOTICE"),
        ("netron", "/workbench/fonts/../themes/dark.json"),
        ("netron", "/data/"),
        ("netron", ""),
        ("elsewhere", "/index.html"),
        ("", "/index.html"),
    ],
)
def test_only_the_allow_list_is_served(library, host, path):
    with pytest.raises(AssetNotFoundError):
        library.find(host, path)


@pytest.mark.parametrize(
    ("host", "path", "mime"),
    [
        ("monaco", "/index.html", "text/html"),
        ("monaco", "/vs/loader.js", "text/javascript"),
        ("monaco", "/vs/editor/editor.main.css", "text/css"),
        ("monaco", "/vs/base/browser/ui/codicons/codicon/codicon.ttf", "font/ttf"),
        ("monaco", "/workbench/bridge.js", "text/javascript"),
        ("monaco", "/workbench/fonts/JetBrainsMono-Regular.ttf", "font/ttf"),
        ("netron", "/workbench/fonts/Inter-SemiBold.otf", "font/otf"),
        ("netron", "/onnx-metadata.json", "application/json"),
    ],
)
def test_files_carry_their_type(library, host, path, mime):
    asset = library.find(host, path)
    assert asset.mime == mime
    assert asset.path is not None
    assert asset.path.is_file()


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    secret = tmp_path / "secret.js"
    secret.write_text("1")
    folder = tmp_path / "netron"
    folder.mkdir()
    (folder / "link.js").symlink_to(secret)
    with pytest.raises(AssetNotFoundError):
        AssetLibrary(netron=folder).find("netron", "/link.js")


def test_a_model_is_served_while_it_is_registered(library, tmp_path):
    model = tmp_path / "a model.onnx"
    model.write_bytes(b"onnx")
    (tmp_path / "a model.onnx.data").write_bytes(b"weights")
    (tmp_path / "other.onnx").write_bytes(b"other")
    token = library.register(model).split("/")[2]
    assert library.find("netron", f"/data/{token}/a model.onnx").path == model
    assert library.find("netron", f"/data/{token}/a model.onnx.data").path is not None
    for name in ("other.onnx", "../other.onnx", "", "a model.onnx/x"):
        with pytest.raises(AssetNotFoundError):
            library.find("netron", f"/data/{token}/{name}")
    library.release(f"/data/{token}/a%20model.onnx")
    with pytest.raises(AssetNotFoundError):
        library.find("netron", f"/data/{token}/a model.onnx")


def test_netrons_page_carries_today_and_our_script_first(library):
    page = library.find("netron", "/index.html").content.decode()
    date = re.search(r'name="date" content="([^"]+)"', page)
    assert date is not None
    assert abs((datetime.now(UTC).date() - datetime.fromisoformat(date[1]).date()).days) <= 1
    assert page.count('name="date"') == 1
    assert 0 < page.index("/workbench/netron.js") < page.index('src="index.js"')
    assert 'name="file"' not in page


def test_netrons_page_names_the_model_without_letting_it_write_html(library):
    page = library.find("netron", "/index.html", '/data/t/"><script>').content.decode()
    assert '<meta name="file" content="/data/t/&quot;&gt;&lt;script&gt;">' in page


def test_a_package_that_is_not_there_is_not_found_rather_than_an_error():
    assert package_folder("no_such_package_here") is None
