"""The whole journey in a real browser, and the attacks a browser carries out for others."""

import http.server
import re
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.database import DatabaseMaker
from tests.servers import Server
from tests.storefront.frontend import Storefront

chromium = pytest.importorskip("tests.storefront.chromium", reason="selenium is not installed")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (chromium.CHROMIUM and chromium.DRIVER), reason=chromium.MISSING),
]

CATALOGUE = """nome;sku;categoria;preço;estoque;descrição;cor
Camiseta Algodão Pima;CAM-01;Camisetas;R$ 69,90;40;Malha macia de algodão, gola careca;azul
Caneca Esmaltada;CAN-07;Casa;49,90;25;350 ml, vai ao fogo;branca
Mochila Urbana;MOC-22;Bolsas;249,00;7;Resistente à água, 22 litros;preta
Vela Perfumada;VEL-03;Casa;89,90;muitas;Figo e cedro;
"""
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    + bytes(32)
)


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def opened(database_maker: DatabaseMaker, data_dir: Path) -> Iterator["chromium.Browser"]:
    """A browser on API and storefront, running."""
    name = database_maker.take()
    storefront = Storefront(data_dir)
    server = Server(database_maker.dsn(name), data_dir, **storefront.environment).start()
    storefront.start(server)
    browser = chromium.Browser(storefront.url, data_dir / "profile")
    yield browser
    browser.close()
    storefront.stop()
    server.stop()
    database_maker.drop(name)


@pytest.fixture
def window(opened: "chromium.Browser") -> "chromium.Browser":
    """A visitor nobody knows yet."""
    opened.driver.get("about:blank")  # the page of the test before asks on, and without its cookies is refused
    opened.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    opened.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    opened.complaints()  # those of the test before
    return opened


def sign_up(window: "chromium.Browser", email: str) -> None:
    window.open("/register")
    window.fill(name="Ana Lima", email=email, password="correct horse")
    window.press("Criar conta")
    assert window.path == "/dashboard"


def test_from_sign_up_to_shipping(window: "chromium.Browser", tmp_path: Path) -> None:
    window.open("/dashboard")
    assert window.path == "/login?redirect=/dashboard"
    sign_up(window, "ana@example.com")
    cookie = next(c for c in window.driver.get_cookies() if c["name"] == "better-auth.session_token")
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Lax", "/")

    make_store(window)
    import_catalogue(window, tmp_path)
    order_path = sell_by_chat(window)
    ship(window, order_path, tmp_path)

    for path in ("/dashboard", "/client-stats", "/token-usage", "/database-stats", "/admin", "/instance-settings"):
        window.open(path)
        assert "Algo deu errado" not in window.text
    assert window.complaints() == []


def make_store(window: "chromium.Browser") -> None:
    window.open("/stores/new")
    window.fill(name="Casa Figueira", description="Objetos para casa e para a rua.")
    window.press("Criar loja")
    assert window.path.startswith("/dashboard?store=")
    window.open("/settings/payments")
    window.click(window.find("[name=manual_pix_enabled]"))
    window.fill(manual_pix_key="pix@figueira.com.br", manual_pix_key_type="email")
    window.fill(manual_pix_name="CASA FIGUEIRA", manual_pix_city="SAO PAULO")
    window.press("Salvar pagamentos")
    assert "Pagamentos salvos." in window.text


def import_catalogue(window: "chromium.Browser", tmp_path: Path) -> None:
    file = tmp_path / "catalogo.csv"
    file.write_text(CATALOGUE, "utf-8")
    window.open("/products/import")
    window.fill(file=str(file))
    window.press("Continuar")
    assert window.find("#column-3").get_attribute("value") == "price"
    window.press("Conferir 4 linhas")
    assert "O estoque precisa ser um número inteiro." in window.text
    window.press("Gravar 3 produtos")
    assert "Baixar estas linhas" in window.text
    window.press("Ver produtos")
    assert "Camiseta Algodão Pima" in window.text
    assert "R$ 249,00" in window.text


def sell_by_chat(window: "chromium.Browser") -> str:
    """Create an agent, rehearse, then order for real; returns the order's path."""
    window.open("/agents/new")
    window.fill(name="Lia", greeting="Oi! Que bom ter você aqui.", instructions="Seja breve.")
    window.press("Criar agente")
    window.press("Ligar agente")
    assert "Ativo" in window.text
    window.press("Conversar")
    window.fill(message="Tem camiseta de algodão?\n")
    window.wait(lambda: "Camiseta Algodão Pima" in window.text)
    window.press("Pedidos reais")
    window.fill(message="Tem camiseta de algodão?\n")
    window.wait(lambda: "Camiseta Algodão Pima" in window.text)
    window.wait(lambda: window.find(".say button").is_enabled())
    window.fill(message="Quero duas camisetas de algodão, pago com PIX manual\n")
    window.wait(lambda: "Resumo do pedido" in window.text)
    window.wait(lambda: window.find(".say button").is_enabled())
    window.fill(message="sim\n")
    window.wait(lambda: "Ver pedido" in window.text)
    window.press("Ver pedido")
    assert window.path.startswith("/orders/")
    return str(window.path)


def ship(window: "chromium.Browser", order_path: str, tmp_path: Path) -> None:
    assert "R$ 139,80" in window.text
    assert "Aguardando comprovante" in window.text
    assert window.find(".pix img").get_property("naturalWidth") > 0
    proof = tmp_path / "comprovante.png"
    proof.write_bytes(PNG)
    window.fill(proof=str(proof))
    window.press("Anexar")
    assert "Comprovante anexado" in window.text
    window.press("Confirmar")
    assert "Confirmado" in window.text
    window.press("Marcar como enviado")
    assert "Enviado" in window.text
    assert window.path == order_path


def test_redirects_stay_on_the_site(window: "chromium.Browser") -> None:
    sign_up(window, "rita@example.com")
    for target in (
        "https://evil.test/",
        "//evil.test/",
        "/\\evil.test/",
        "/%2F/evil.test",
        "/%09/evil.test",
        "javascript:alert(1)",
    ):
        window.driver.delete_all_cookies()
        window.open(f"/login?redirect={target}")
        window.fill(email="rita@example.com", password="correct horse")
        window.press("Entrar")
        assert window.path == "/dashboard"
    window.driver.delete_all_cookies()
    window.open("/orders?view=list")
    window.fill(email="rita@example.com", password="correct horse")
    window.press("Entrar")
    assert window.path == "/orders"


ATTACK = """<!doctype html><form method="post" action="{url}{path}"><input name="{name}" value="{value}"></form>
<script>document.forms[0].submit()</script>"""


def test_forms_of_other_sites_are_refused(window: "chromium.Browser") -> None:
    sign_up(window, "olga@example.com")
    attacks = iter(
        [("/logout/everywhere", "x", "x"), ("/stores", "name", "Evil"), ("/login", "email", "eve@example.com")]
    )

    class Attacker(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, name, value = self.path.split("?")[1].split(",")
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(ATTACK.format(url=window.url, path=path, name=name, value=value).encode())

        def log_message(self, *args: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Attacker) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        for path, name, value in attacks:
            window.driver.get(f"http://localhost:{evil.server_port}/?{path},{name},{value}")
            window.wait(lambda: window.driver.current_url.startswith(window.url))
            assert "Este pedido não veio de uma página deste site." in window.text
        evil.shutdown()
    window.open("/stores")
    assert window.path == "/stores"
    assert "Evil" not in window.text


def test_the_reset_page_submits_from_a_page_without_referrer(window: "chromium.Browser") -> None:
    """Chromium sends `Origin: null` from it; the answer is about the token, not about the origin."""
    window.open("/reset-password?token=abc")
    window.fill(password="new password")
    window.press("Salvar nova senha")
    assert "Este link não vale mais" in window.text


def test_the_desk_works_without_scripts(window: "chromium.Browser") -> None:
    window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    sign_up(window, "duda@example.com")
    window.open("/stores/new")
    window.fill(name="Loja sem script")
    window.press("Criar loja")
    window.open("/products/new")
    window.fill(name="Caneca", price="49,90", stock_quantity="3")
    window.press("Criar produto")
    window.open("/products")
    assert "R$ 49,90" in window.text


def test_a_colleague_is_invited_and_works_by_their_role(window: "chromium.Browser", data_dir: Path) -> None:
    sign_up(window, "caio@example.com")
    window.open("/stores/new")
    window.fill(name="Casa Figueira")
    window.press("Criar loja")
    window.open("/settings/members")
    window.fill(email="bia@example.com", role="attendant")
    window.press("Enviar convite")
    assert "Convite enviado para bia@example.com." in window.text
    outbox = data_dir / "outbox"
    window.wait(lambda: list(outbox.glob("*.eml")))
    mail = message_from_bytes(next(outbox.glob("*.eml")).read_bytes(), policy=policy.default)
    link = re.search(r"/invitations/[0-9a-f]+", mail.get_body(("plain",)).get_content())[0]

    owner = window.driver.get_cookies()
    window.driver.delete_all_cookies()
    window.open(link)
    window.fill(name="Bia Souza", password="correct horse")
    window.press("Criar conta e aceitar")
    assert window.path.startswith("/dashboard?company=")
    assert "Casa Figueira" in window.text
    assert "Ajustes" not in window.text
    window.open("/orders/new")
    assert "Novo pedido" in window.text
    window.open("/settings")
    assert "Seu papel não inclui esta página" in window.text
    colleague = window.driver.get_cookies()

    window.driver.delete_all_cookies()
    use(window, owner)
    window.open("/settings/members")
    window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    window.click(window.find("form[action$='/remove'] button"))
    window.wait(lambda: "Tem certeza?" in window.text)
    window.press("Sim, continuar")
    assert "A pessoa não faz mais parte da equipe." in window.text
    window.driver.delete_all_cookies()
    use(window, colleague)
    window.open("/orders")
    assert "Casa Figueira" not in window.text


def test_an_account_is_deleted_without_scripts(window: "chromium.Browser") -> None:
    window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    sign_up(window, "alba@example.com")
    window.open("/account")
    window.press("Apagar minha conta")
    assert "Leve seus dados" in window.text
    window.fill(current_password="correct horse")
    window.press("Apagar para sempre")
    assert "Marque que você entendeu o que vai ser apagado." in window.text
    window.click(window.find("[name=understood]"))
    window.fill(current_password="correct horse")
    window.press("Apagar para sempre")
    assert window.path == "/login"
    window.fill(email="alba@example.com", password="correct horse")
    window.press("Entrar")
    assert "E-mail ou senha incorretos." in window.text


def use(window: "chromium.Browser", cookies: list[dict[str, object]]) -> None:
    """Be the one whose cookies these are."""
    for cookie in cookies:
        window.driver.add_cookie(cookie)
