"""/media: pictures of products, fetched from the backend, which browsers keep for ever. No template."""

import mimetypes
import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError
from app.storefront.site import site_of

_NAME = re.compile(r"[0-9a-f]{32}(?:-t)?\.(?:jpg|png)")
_KEPT = {"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff"}


async def send_picture(request: Request) -> Response:
    """A picture; what an address leads to never changes, so whoever has it need not ask again."""
    folder, name = str(request.path_params["folder"]), str(request.path_params["name"])
    if not _NAME.fullmatch(name):
        raise ApiError(404, {"type": "/problems/not-found"})
    headers = _KEPT | {"ETag": f'"{name}"'}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = await site_of(request).backend.picture(folder, name)
    return Response(content, media_type=mimetypes.guess_type(name)[0], headers=headers)


routes = [Route("/media/{folder}/{name}", send_picture, methods=["GET"])]
