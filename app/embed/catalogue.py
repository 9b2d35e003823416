"""Models that `models fetch` knows: where their files are, pinned to a revision, their checksums, and their model.yaml.

A checksum is SHA-256, or `git:` and the object id that git gives a small file.
"""

from dataclasses import dataclass

HOST = "https://huggingface.co"


@dataclass(frozen=True, slots=True)
class Entry:
    """One model. `files`: path in its repository → checksum; their last part is the name in the folder."""

    repository: str
    revision: str
    license: str
    files: dict[str, str]
    description: str

    @property
    def url(self) -> str:
        """Where its files are, under their paths."""
        return f"{HOST}/{self.repository}/resolve/{self.revision}"


CATALOGUE = {
    "bge-m3": Entry(
        repository="BAAI/bge-m3",
        revision="5617a9f61b028005a4858fdac845db406aefb181",
        license="MIT",
        files={
            "onnx/Constant_7_attr__value": "git:3cdc05e5f550d8bd136f28efcea0ad5e6b4169c8",
            "onnx/model.onnx": "f84251230831afb359ab26d9fd37d5936d4d9bb5d1d5410e66442f630f24435b",
            "onnx/tokenizer.json": "6710678b12670bc442b99edc952c4d996ae309a7020c1fa0096dd245c2faf790",
            "onnx/model.onnx_data": "1eebfb28493f67bba03ce0ef64bfdc7fc5a3bd9d7493f818bb1d78cd798416b4",
        },
        description="name: bge-m3\npooling: cls\nmax_length: 8192\nserve_max_length: 1024\n",
    ),
    "multilingual-e5-small": Entry(
        repository="intfloat/multilingual-e5-small",
        revision="614241f622f53c4eeff9890bdc4f31cfecc418b3",
        license="MIT",
        files={
            "onnx/tokenizer.json": "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
            "onnx/model.onnx": "ca456c06b3a9505ddfd9131408916dd79290368331e7d76bb621f1cba6bc8665",
        },
        description="name: multilingual-e5-small\ndimension: 384\npooling: mean\nmax_length: 512\n"
        'prefixes: {query: "query: ", document: "passage: "}\n',
    ),
    "multilingual-e5-large": Entry(
        repository="Qdrant/multilingual-e5-large-onnx",
        revision="66076b8dc6e367337e3e90e6fb309fb0f3addaf6",
        license="MIT",
        files={
            "model.onnx": "1c09780c907c8a91a77a6ab1fd231f79e090d2907ca431223703dfebeed3d36c",
            "tokenizer.json": "f59925fcb90c92b894cb93e51bb9b4a6105c5c249fe54ce1c704420ac39b81af",
            "model.onnx_data": "0cf1883fee81c63819a44e2ba0efa51d4043d9759685a4ebebbde97e0623d15c",
        },
        description="name: multilingual-e5-large\npooling: mean\nmax_length: 512\n"
        'prefixes: {query: "query: ", document: "passage: "}\n',
    ),
    "arctic-l-v2": Entry(
        repository="Snowflake/snowflake-arctic-embed-l-v2.0",
        revision="ac6544c8a46e00af67e330e85a9028c66b8cfd9a",
        license="Apache-2.0",
        files={
            "onnx/model.onnx": "f74aa79745ccfb1e75daa7e8e6552a78402d4de193eb8ca67a931358d3e0a25e",
            "tokenizer.json": "39feb9863a378165ab9c5c689047203d789422966c0c58721c5309fd039a8edc",
            "onnx/model.onnx_data": "fe7d75ff258fbda10a6bea63c5422df5579d625355b1aca69ba6923c0ba604a9",
        },
        description="name: arctic-l-v2\nmin_dimension: 256\npooling: cls\nmax_length: 8192\nserve_max_length: 1024\n"
        'prefixes: {query: "query: "}\n',
    ),
    "qwen3-0.6b": Entry(
        repository="onnx-community/ONNX_Qwen3-Embedding-0.6B",
        revision="462e5a71e724575c710975d9b79309b690fd22ce",
        license="Apache-2.0",
        files={
            "model.onnx": "cec22565ec783289a5e51bd94950f70b8cb7ca6c0b7ced255b5e8dbf3c60536b",
            "tokenizer.json": "def76fb086971c7867b829c23a26261e38d9d74e02139253b38aeb9df8b4b50a",
            "model.onnx_data": "a585477de21c0a89e021dd64f4d3be34483eb4aaed7ae93fc047e3edf74545da",
        },
        description="name: qwen3-0.6b\nmin_dimension: 32\npooling: last\nmax_length: 32768\nserve_max_length: 1024\n"
        'append_eos: "<|endoftext|>"\n'
        "prefixes:\n"
        '  query: "Instruct: Given a shopper\'s question, find the products and texts that answer it\\nQuery:"\n',
    ),
}
