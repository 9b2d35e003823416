# The service with everything it needs, as an ordinary user. With DATABASE_URL unset it runs the embedded database in /data.
FROM python:3.13-slim AS build
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.13-slim
RUN useradd --create-home --uid 10001 app && mkdir /data && chown app:app /data
COPY --from=build /venv /venv
WORKDIR /app
COPY agent_types.yaml ./
COPY app app
COPY sql sql
COPY migrations migrations
COPY models_onnx models_onnx
USER app
ENV PATH=/venv/bin:$PATH HOST=0.0.0.0 PORT=8000 DATA_DIR=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000 8001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["python", "-c", "import os,urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/readyz\", timeout=2)"]
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve"]
