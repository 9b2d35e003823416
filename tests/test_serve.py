"""A real process: starts, serves, ends at SIGTERM with exit code 0 and its requests answered."""

import asyncio


def test_sigterm_ends_the_process_with_exit_code_0(server):
    assert server.stop() == 0


async def test_requests_in_flight_at_sigterm_are_answered(server):
    async with server.auth() as http:
        user = (await http.post("/internal/auth/users", json={"email": "a@b.c", "name": "a"})).json()
        calls = [asyncio.create_task(http.get(f"/internal/auth/users/by-id/{user['id']}")) for _ in range(100)]
        await asyncio.sleep(0.02)
        server.process.terminate()
        answers = await asyncio.gather(*calls, return_exceptions=True)
    statuses = [answer.status_code for answer in answers if not isinstance(answer, Exception)]
    assert statuses
    assert set(statuses) == {200}
    assert await asyncio.to_thread(server.process.wait, 30) == 0
