import { readFileSync } from 'node:fs';
import { FILES, imagesIn, pinned } from './pin-images.mjs';

const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const dockerfile = 'FROM node:24-slim AS build\nRUN true\n\nFROM node:24-slim\n';
const compose = `x-service: &service
  image: corridor
services:
  postgres:
    image: postgres:18
  redis:
    image: redis:7@${digest('a')}
`;
const digests = new Map([
  ['node:24-slim', digest('b')],
  ['postgres:18', digest('c')],
  ['redis:7', digest('d')],
]);

const unpinned = (text: string): string[] =>
  imagesIn(text)
    .filter(({ isPinned }) => !isPinned)
    .map(({ name }) => name);

test('finds the images of others', () => {
  expect(imagesIn(dockerfile)).toEqual(Array(2).fill({ name: 'node:24-slim', isPinned: false }));
  expect(imagesIn(compose)).toEqual([
    { name: 'postgres:18', isPinned: false },
    { name: 'redis:7', isPinned: true },
  ]);
});

test('pins every image, and replaces an earlier digest', () => {
  expect(pinned(dockerfile, digests)).toBe(
    dockerfile.replaceAll('node:24-slim', `node:24-slim@${digest('b')}`),
  );
  expect(pinned(compose, digests)).toBe(
    compose.replace('postgres:18', `postgres:18@${digest('c')}`).replace(digest('a'), digest('d')),
  );
});

test('an image without a digest is found', () => {
  expect(unpinned(dockerfile)).toEqual(['node:24-slim', 'node:24-slim']);
  expect(unpinned(compose)).toEqual(['postgres:18']);
  expect(unpinned(pinned(compose, digests))).toEqual([]);
});

describe('the images of the repository', () => {
  const texts = FILES.map((file) => readFileSync(file, 'utf8'));

  test('are found', () => {
    const names = texts.flatMap(imagesIn).map(({ name }) => name.split(':')[0]);
    expect(names).toEqual(['node', 'node', 'postgres', 'apache/kafka', 'redis']);
  });

  test('are pinned in what is deployed: to update them, npm run images:pin', () => {
    expect(unpinned(readFileSync('deploy/Dockerfile', 'utf8'))).toEqual([]);
  });
});
