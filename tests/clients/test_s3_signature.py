"""Signature Version 4 against the examples that AWS publishes for S3."""

from datetime import UTC, datetime

import pytest

from app.clients.s3_signature import Credentials, signed_headers

# https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html#example-signature-calculations
WHO = Credentials(
    access_key="AKIAIOSFODNN7EXAMPLE", secret_key="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region="us-east-1"
)
AT = datetime(2013, 5, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("method", "path", "query", "headers", "content", "signature"),
    [
        (
            "GET",
            "/test.txt",
            {},
            {"range": "bytes=0-9"},
            b"",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        ),
        (
            "PUT",
            "/test$file.text",
            {},
            {"date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"},
            b"Welcome to Amazon S3.",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        ),
        (
            "GET",
            "/",
            {"lifecycle": ""},
            {},
            b"",
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        ),
        (
            "GET",
            "/",
            {"prefix": "J", "max-keys": "2"},
            {},
            b"",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        ),
    ],
)
def test_the_published_examples(method, path, query, headers, content, signature):
    signed = signed_headers(WHO, method, "examplebucket.s3.amazonaws.com", path, query, headers, content, AT)
    assert signed["authorization"].endswith(f"Signature={signature}")
    assert signed["authorization"].startswith(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders="
    )
