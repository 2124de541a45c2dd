"""The signed statement that ends the stream of a game."""

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from service.keys.key_file import make_keys, read_keys
from service.keys.signing import Signed, Signer
from service.proof.closing import closing_of
from tests.service.test_feed import Table, at_table, quick


class CountingSigner(Signer):
    """A signer that counts its signatures."""

    count = 0

    def sign(self, statement: Mapping[str, Any]) -> Signed:
        self.count += 1
        return super().sign(statement)


def test_the_end_of_a_game_is_signed_once_for_all_readers(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        make_keys(tmp_path / "keys")
        signer = CountingSigner(read_keys(tmp_path / "keys"))
        taken: list[list[bytes]] = [[] for _ in range(200)]
        readers = [table.read(quick(each), closing=partial(closing_of, signer)) for each in taken]
        await asyncio.sleep(0)
        await table.end()
        await asyncio.gather(*readers)

        assert signer.count == 1
        (statement,) = {each[-2] for each in taken}
        assert b'"signature":' in statement

    at_table(tmp_path, scene)
