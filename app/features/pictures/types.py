"""Pictures as contract.md §8 names them."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from app.web.forms import UploadedFile
from app.web.types import Body, Resource

MAX_PICTURES = 20


class Picture(Resource):
    """A picture of a product; position 0 comes first. Both URLs are paths of this service and never change."""

    id: UUID
    url: str
    thumbnail_url: str
    position: int


class PictureForm(Struct):
    """A JPEG, PNG or WebP, told by its content."""

    file: UploadedFile


class OrderPictures(Body):
    """All pictures of the product, in the order they shall have."""

    ids: Annotated[list[UUID], Meta(max_length=MAX_PICTURES)]
