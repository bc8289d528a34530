import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HandedOver, ProductGrant, RolesRequest } from '@atrium/contract'
import * as z from 'zod/mini'

const { user: Person } = HandedOver.shape
const { study: Study, sites: StudySites } = RolesRequest.shape

/** A user whom the suite has sent. */
export type Person = z.output<typeof Person>

/** Something of the product's own; its name as it goes over the wire, plain or JSON text by language. */
const Named = z.object({ id: z.string(), name: z.string() })
export type Named = z.output<typeof Named>

const Initialisation = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  tenantUrlId: z.string(),
  /** How often it was asked for. */
  times: z.number(),
  /** Of the first time. ISO 8601. */
  at: z.string(),
})
export type Initialisation = z.output<typeof Initialisation>

/** A study of a tenant, with what the product has of its own in it. */
const StudyRecord = z.object({
  studyUrlId: z.string(),
  tenantId: z.string(),
  study: Study,
  /** The suite's. */
  sites: StudySites,
  /** Of RTSM. */
  projects: z.array(z.extend(Named, { environmentFlag: z.number(), status: z.number() })),
  /** Of eTMF. */
  ownSites: z.array(Named),
  /** Of RTSM: who is given what. */
  subjects: z.array(
    z.object({
      projectId: z.string(),
      siteId: z.string(),
      number: z.string(),
      randomisedOn: z.string(),
      kit: z.string(),
      arm: z.string(),
    }),
  ),
})
export type StudyRecord = z.output<typeof StudyRecord>

/** Grants of a user in a study; one row for both. */
const Access = z.object({
  studyUrlId: z.string(),
  userId: z.string(),
  /** Null if the suite lets them open the study without any role. */
  grant: z.nullable(ProductGrant),
  /** The suite's sites that they may open, whatever the grant says; null if it alone says so. */
  siteIds: z._default(z.nullable(z.array(z.string())), null),
})
export type Access = z.output<typeof Access>

/** An invitation as it ended. */
const Received = z.object({
  /** ISO 8601. */
  at: z.string(),
  tenantName: z.string(),
  studyCode: z.string(),
  success: z.array(z.string()),
  failure: z.array(z.object({ name: z.string(), message: z.string() })),
})
export type Received = z.output<typeof Received>

const ProductRecords = z.object({
  initialisations: z.array(Initialisation),
  /** General roles apply beyond studies. RTSM states for some roles whether they are blinded. */
  roles: z.array(z.extend(Named, { isGeneral: z.boolean(), isBlind: z.optional(z.literal([0, 1])) })),
  /** Of EDC. */
  environments: z.array(Named),
  /** Of RTSM. */
  storeHouses: z.array(Named),
  studies: z.array(StudyRecord),
  people: z.array(Person),
  access: z.array(Access),
  received: z.array(Received),
  /** Recent responses to invitations, so that a repeated one gets the same response. */
  answers: z.array(z.object({ key: z.string(), contentHash: z.string(), answer: z.unknown() })),
})

/** All that a product keeps. */
export type ProductRecords = z.output<typeof ProductRecords>

/** Initial records of a product. */
export type Beginning = Pick<ProductRecords, 'roles' | 'environments' | 'storeHouses'>

export interface RecordsFile {
  /** Changed in memory, and saved before the response is sent. */
  readonly records: ProductRecords
  save(): Promise<void>
}

/** Replaces a file whole or not at all. */
async function replaceFile(file: string, text: string): Promise<void> {
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}

async function read(file: string): Promise<ProductRecords | undefined> {
  try {
    return z.parse(ProductRecords, JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: remove it, and that product of the sandbox begins anew.`)
  }
}

/**
 * Opens a product's records.
 *
 * @param file their path; by default they are in memory only
 * @param beginning initial records of a new product
 * @throws Error if the file is not a product's
 */
export async function openRecords(file: string | undefined, beginning: Beginning): Promise<RecordsFile> {
  const known = file === undefined ? undefined : await read(file)
  const records = known ?? {
    ...structuredClone(beginning),
    initialisations: [],
    studies: [],
    people: [],
    access: [],
    received: [],
    answers: [],
  }
  if (file === undefined) return { records, save: async () => undefined }
  await mkdir(dirname(file), { recursive: true })
  let saved: Promise<void> = Promise.resolve()
  const save = () => {
    // One save at a time; a waiting one includes the changes made meanwhile.
    saved = saved.catch(() => undefined).then(() => replaceFile(file, JSON.stringify(records)))
    return saved
  }
  return { records, save }
}
