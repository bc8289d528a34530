import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { manifestName } from '../registry/manifest.ts'
import { type ReleaseSignature, signatureName } from '../registry/signature.ts'
import type { BuiltRelease } from './build-release.ts'
import { ReleaseFailure } from './failure.ts'
import { inParallel } from './parallel.ts'
import type { File, Place } from './place.ts'

const compressed = /\.(br|gz)$/

const decoders: Readonly<Record<string, (stored: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliDecompress),
  gz: promisify(gunzip),
}

/**
 * Whether two files of one name say the same. Another compressor's work is no other release: what counts is what the
 * manifest has.
 */
async function saysTheSame(name: string, one: Buffer, other: Buffer): Promise<boolean> {
  const decode = decoders[compressed.exec(name)?.[1] ?? '']
  if (!decode || one.equals(other)) return one.equals(other)
  const decoded = await decode(one).catch(() => undefined)
  return decoded?.equals(await decode(other)) === true
}

/** The files of a release as a place keeps them, the manifest last. */
function filesFor({ oneForm }: Place, { files, text }: BuiltRelease, encoding: 'br' | 'gzip') {
  const all = [...files, [manifestName, text] as const]
  if (!oneForm) return all.map(([name, content]) => ({ name, content, file: { content } as File }))
  const ending = encoding === 'br' ? '.br' : '.gz'
  return all
    .filter(([name]) => !compressed.test(name))
    .map(([name, content]) => {
      const shorter = files.get(name + ending)
      return { name, content, file: shorter ? { content: shorter, encoding } : { content } }
    })
}

const taken = (version: string, path: string): ReleaseFailure =>
  new ReleaseFailure(
    `Version ${version} is there already, and ${path} has other content. A released version never changes: raise the ` +
      'version in package.json.',
  )

/**
 * Brings a release to its place, below `<name>/<version>/`: its files first, its manifest last, each for good. What an
 * upload that broke off has left is gone on with.
 * @param encoding how files are compressed where the place has one form of each
 * @returns how many files were missing there
 * @throws ReleaseFailure if there is another release of that version
 */
export async function uploadRelease(
  place: Place,
  built: BuiltRelease,
  signature: ReleaseSignature,
  encoding: 'br' | 'gzip',
): Promise<number> {
  const { name, version } = built.manifest
  const pathOf = (file: string): string => `${name}/${version}/${file}`
  const before = await place.read(pathOf(manifestName))
  if (before && !before.equals(built.text)) throw taken(version, manifestName)

  const bring = async (file: ReturnType<typeof filesFor>[number]): Promise<number> => {
    if (await place.create(pathOf(file.name), file.file)) return 1
    const present = await place.read(pathOf(file.name))
    if (!present || !(await saysTheSame(file.name, present, file.content))) throw taken(version, file.name)
    return 0
  }
  const files = filesFor(place, built, encoding)
  const brought = await inParallel(files.slice(0, -1), bring)
  const signed = { content: Buffer.from(`${JSON.stringify(signature)}\n`) }
  if (!before) await place.put(pathOf(signatureName), signed)
  const last = await inParallel(files.slice(-1), bring)
  await refuseBlindPlace(place, pathOf(manifestName), files.at(-1)?.file)
  // Whoever came in between has signed the same manifest, or it would have been refused.
  await place.put(pathOf(signatureName), signed)
  return [...brought, ...last].reduce((sum, one) => sum + one, 0)
}

/** A store that does not heed conditions would let two people overwrite each other's releases. */
async function refuseBlindPlace(place: Place, path: string, file: File | undefined): Promise<void> {
  if (file && (await place.create(path, file)))
    throw new ReleaseFailure(
      `${place.name} does not heed If-None-Match, by which a released version is kept as it is. Use a store with ` +
        'conditional writes, as Amazon S3 has them, or a folder.',
    )
}
