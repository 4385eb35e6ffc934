FROM python:3.13.18-slim

WORKDIR /srv/gunbai
COPY pyproject.toml package.json package-lock.json .npmrc requirements.lock requirements-trace.lock \
     requirements-uv.lock requirements-node.lock ./
COPY app/__init__.py app/__main__.py app/
COPY app/bootstrap app/bootstrap
# The image can send traces, whether or not it is asked to.
RUN mkdir -p static && GUNBAI_TRACE_URL=https://set.later python -m app setup && rm -rf node_modules /root/.cache

COPY app app
COPY migrations migrations
COPY static static
COPY templates templates
# The cases that the rulebook shows: one set with those that the tests play.
COPY tests/rulings tests/rulings

RUN useradd --system --home-dir /srv/gunbai gunbai && install -d -o gunbai -g gunbai -m 700 /data
USER gunbai
ENV GUNBAI_DATA=/data GUNBAI_HOST=0.0.0.0 PYTHONDONTWRITEBYTECODE=1
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve"]
