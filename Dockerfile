# The service with everything it needs, as an ordinary user. With DATABASE_URL unset it runs the embedded database in /data.
# By digest: --build-arg PYTHON_IMAGE=python:3.13-slim@sha256:… (docs/operations.md, Containers)
ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE} AS build
WORKDIR /app
COPY requirements.lock requirements-otel.lock ./
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock \
    && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements-otel.lock

FROM ${PYTHON_IMAGE}
RUN useradd --create-home --uid 10001 app && mkdir /data /backups && chown app:app /data /backups
COPY --from=build /venv /venv
WORKDIR /app
COPY agent_types.yaml ./
COPY app app
COPY clients/python clients/python
COPY sql sql
COPY migrations migrations
COPY models_onnx models_onnx
RUN /venv/bin/python -m compileall -q app
USER app
ENV PATH=/venv/bin:$PATH HOST=0.0.0.0 PORT=8000 DATA_DIR=/data BACKUP_DIR=/backups PYTHONUNBUFFERED=1
VOLUME ["/data", "/backups"]
EXPOSE 8000 8001 8002
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["python", "-m", "app", "healthcheck"]
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve"]
