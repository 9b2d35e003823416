"""Object storage that customers' URLs point at: bytes by path, and the shared faults."""

from tests.fakes.server import Answer, Fake, Seen


class FakeObjectStorage(Fake):
    """Serves `objects`; 404 for the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[str, bytes] = {}

    def put(self, path: str, data: bytes) -> str:
        """Store an object; answers its URL."""
        self.objects[path] = data
        return f"{self.url}{path}"

    async def handle(self, request: Seen) -> Answer:
        """GET of an object."""
        data = self.objects.get(request.path)
        if request.method != "GET" or data is None:
            return Answer(404, b"")
        return Answer(200, data, {"Content-Type": "application/octet-stream"})
