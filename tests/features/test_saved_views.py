"""Views of the desk's lists: kept by page and name, per company."""

from app.features.saved_views.routes import MOST
from tests.problems import assert_problem
from tests.shops import NOBODYS, Shop

PLACE = "/internal/saved-views"


async def test_a_view_is_kept_under_its_name_and_takes_a_new_query(shop: Shop):
    made = await shop.post("saved-views", page="orders", name="Para enviar", query="status=confirmed")
    again = await shop.post("saved-views", page="orders", name="Para enviar", query="status=preparing")
    assert (again["id"], again["query"]) == (made["id"], "status=preparing")
    await shop.post("saved-views", page="inbox", name="Minhas", query="state=human")
    listed = (await shop.client.get(PLACE, params={"page": "orders"})).json()
    assert [(view["name"], view["query"]) for view in listed] == [("Para enviar", "status=preparing")]
    assert len((await shop.client.get(PLACE)).json()) == 2
    assert (await shop.client.delete(f"{PLACE}/{made['id']}")).status_code == 204
    assert_problem(await shop.client.delete(f"{PLACE}/{made['id']}"), 404, "not-found")


async def test_another_companys_views_are_not_found(shop: Shop, other_shop: Shop):
    made = await shop.post("saved-views", page="orders", name="Para enviar", query="")
    assert (await other_shop.client.get(PLACE)).json() == []
    for view_id in (made["id"], NOBODYS):
        assert_problem(await other_shop.client.delete(f"{PLACE}/{view_id}"), 404, "not-found")
    assert len((await shop.client.get(PLACE)).json()) == 1


async def test_a_company_keeps_so_many_and_no_more(shop: Shop):
    for number in range(MOST):
        await shop.post("saved-views", page="orders", name=f"Vista {number}", query="")
    body = {"page": "orders", "name": "Mais uma", "query": ""}
    assert_problem(await shop.client.post(PLACE, json=body), 409, "conflict")
    assert (await shop.client.post(PLACE, json=body | {"name": "Vista 0"})).status_code == 200


async def test_odd_bodies_are_refused(shop: Shop):
    for body in ({}, {"page": "Orders!", "name": "x", "query": ""}, {"page": "orders", "name": "", "query": ""},
                 {"page": "orders", "name": "x", "query": "", "more": 1}):  # fmt: skip
        assert_problem(await shop.client.post(PLACE, json=body), 422, "validation")
