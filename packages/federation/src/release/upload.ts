import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { manifestName } from '../registry/manifest.ts'
import { type ReleaseSignature, signatureName } from '../registry/signature.ts'
import type { BuiltRelease } from './build-release.ts'
import { ReleaseFailure } from './failure.ts'
import { inParallel } from './parallel.ts'
import type { ReleaseStorage, StoredFile } from './storage.ts'

const compressed = /\.(br|gz)$/

const decoders: Readonly<Record<string, (stored: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliDecompress),
  gz: promisify(gunzip),
}

/**
 * Whether two files of the same name have the same content once decompressed. Another compressor produces other bytes
 * for the same release.
 */
async function hasSameContent(name: string, one: Buffer, other: Buffer): Promise<boolean> {
  const decode = decoders[compressed.exec(name)?.[1] ?? '']
  if (!decode || one.equals(other)) return one.equals(other)
  const decoded = await decode(one).catch(() => undefined)
  return decoded?.equals(await decode(other)) === true
}

/** Returns the files of a release in the form that a storage keeps, with the manifest last. */
function filesFor(
  { storesOneForm }: ReleaseStorage,
  { files, text }: BuiltRelease,
  encoding: 'br' | 'gzip',
): { readonly name: string; readonly content: Buffer; readonly file: StoredFile }[] {
  const all = [...files, [manifestName, text] as const]
  if (!storesOneForm) return all.map(([name, content]) => ({ name, content, file: { content } }))
  const extension = encoding === 'br' ? '.br' : '.gz'
  return all
    .filter(([name]) => !compressed.test(name))
    .map(([name, content]) => {
      const shorter = files.get(name + extension)
      return { name, content, file: shorter ? { content: shorter, encoding } : { content } }
    })
}

const taken = (version: string, path: string): ReleaseFailure =>
  new ReleaseFailure(
    `Version ${version} already exists, and its ${path} has different content. Released versions never change: raise ` +
      'the version in package.json.',
  )

/**
 * Uploads a release to `<name>/<version>/`: the files first, the manifest last. Overwrites nothing, so an interrupted
 * upload can be continued.
 * @param encoding compression of the files if the storage keeps only one form
 * @returns the number of files that were missing
 * @throws ReleaseFailure if that version exists with different content
 */
export async function uploadRelease(
  storage: ReleaseStorage,
  built: BuiltRelease,
  signature: ReleaseSignature,
  encoding: 'br' | 'gzip',
): Promise<number> {
  const { name, version } = built.manifest
  const pathOf = (file: string): string => `${name}/${version}/${file}`
  const present = await storage.read(pathOf(manifestName))
  if (present && !present.equals(built.text)) throw taken(version, manifestName)

  const upload = async (file: ReturnType<typeof filesFor>[number]): Promise<number> => {
    if (await storage.create(pathOf(file.name), file.file)) return 1
    const stored = await storage.read(pathOf(file.name))
    if (!stored || !(await hasSameContent(file.name, stored, file.content))) throw taken(version, file.name)
    return 0
  }
  const files = filesFor(storage, built, encoding)
  const uploaded = await inParallel(files.slice(0, -1), upload)
  const signatureFile = { content: Buffer.from(`${JSON.stringify(signature)}\n`) }
  if (!present) await storage.put(pathOf(signatureName), signatureFile)
  const manifest = await inParallel(files.slice(-1), upload)
  await requireConditionalWrites(storage, pathOf(manifestName), files.at(-1)?.file)
  // A concurrent upload must have signed the same manifest; otherwise this one would have been rejected above.
  await storage.put(pathOf(signatureName), signatureFile)
  return [...uploaded, ...manifest].reduce((sum, count) => sum + count, 0)
}

/** Rejects a storage without conditional writes, where two uploads could overwrite each other's releases. */
async function requireConditionalWrites(storage: ReleaseStorage, path: string, file: StoredFile | undefined) {
  if (file && (await storage.create(path, file)))
    throw new ReleaseFailure(
      `${storage.name} ignores If-None-Match, so a released version could be overwritten. Use a store with conditional ` +
        'writes, such as Amazon S3, or a folder.',
    )
}
