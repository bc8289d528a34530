import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HandedOver, ProductGrant, RolesRequest } from '@atrium/contract'
import * as z from 'zod/mini'

const { user: Person } = HandedOver.shape
const { study: Study, sites: StudySites } = RolesRequest.shape

/** A user that the suite has sent. */
export type Person = z.output<typeof Person>

/** Item of the product itself. Its name is plain text, or JSON text with one name per language. */
const Named = z.object({ id: z.string(), name: z.string() })
export type Named = z.output<typeof Named>

const Initialisation = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  tenantUrlId: z.string(),
  /** Number of calls. */
  times: z.number(),
  /** Time of the first call, ISO 8601. */
  at: z.string(),
})
export type Initialisation = z.output<typeof Initialisation>

/** A study of a tenant, with the product's own data in it. */
const StudyRecord = z.object({
  studyUrlId: z.string(),
  tenantId: z.string(),
  study: Study,
  /** Sites that the suite has sent. */
  sites: StudySites,
  /** RTSM only. */
  projects: z.array(z.extend(Named, { environmentFlag: z.number(), status: z.number() })),
  /** eTMF only. */
  ownSites: z.array(Named),
  /** RTSM only: the kit and arm of each subject. */
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

/** Access of a user to a study. There is one row per user and study. */
const Access = z.object({
  studyUrlId: z.string(),
  userId: z.string(),
  /** Null if the suite lets the user open the study without any role. */
  grant: z.nullable(ProductGrant),
  /** The suite's sites that the user may open, whatever the grant contains. Null if only the grant decides. */
  siteIds: z._default(z.nullable(z.array(z.string())), null),
})
export type Access = z.output<typeof Access>

/** Outcome of an invitation. */
const Received = z.object({
  /** ISO 8601. */
  at: z.string(),
  tenantName: z.string(),
  studyCode: z.string(),
  success: z.array(z.string()),
  failure: z.array(z.object({ name: z.string(), message: z.string() })),
})
export type Received = z.output<typeof Received>

/** Outcome of an access notice. */
const AccessChange = z.object({
  /** ISO 8601. */
  at: z.string(),
  tenantName: z.string(),
  users: z.array(
    z.object({
      /** '' for a user whom the product does not know. */
      name: z.string(),
      /** `ended` means that the user may not open the product, `outdated` that the notice was ignored. */
      outcome: z.literal(['applied', 'ended', 'outdated']),
      /** Codes of the studies that the user lost, got, or has with other rights. */
      removed: z.array(z.string()),
      added: z.array(z.string()),
      updated: z.array(z.string()),
    }),
  ),
  failure: Received.shape.failure,
})
export type AccessChange = z.output<typeof AccessChange>

/** Version of what the suite sent last about a user in a tenant. */
const AccessVersion = z.object({
  userId: z.string(),
  tenantId: z.string(),
  accessVersion: z.number(),
  mayOpen: z.boolean(),
})

const ProductRecords = z.object({
  initialisations: z.array(Initialisation),
  /** General roles apply beyond studies. RTSM states for some roles whether they are blinded. */
  roles: z.array(z.extend(Named, { isGeneral: z.boolean(), isBlind: z.optional(z.literal([0, 1])) })),
  /** EDC only. */
  environments: z.array(Named),
  /** RTSM only. */
  storeHouses: z.array(Named),
  studies: z.array(StudyRecord),
  people: z.array(Person),
  access: z.array(Access),
  received: z.array(Received),
  // Files of earlier versions lack these two.
  accessChanges: z._default(z.array(AccessChange), []),
  accessVersions: z._default(z.array(AccessVersion), []),
  /** Recent responses, so that a repeated call gets the same response. */
  answers: z.array(z.object({ key: z.string(), contentHash: z.string(), answer: z.unknown() })),
})

/** All records of a product. */
export type ProductRecords = z.output<typeof ProductRecords>

/** Initial records of a new product. */
export type InitialRecords = Pick<ProductRecords, 'roles' | 'environments' | 'storeHouses'>

export interface RecordsFile {
  /** Changed in memory and saved before the response is sent. */
  readonly records: ProductRecords
  save(): Promise<void>
}

/** Replaces a file atomically. */
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
    throw new Error(`${file} cannot be read. Remove it to reset this product of the sandbox.`)
  }
}

/**
 * Opens a product's records.
 * @param file path of the records; in memory only by default
 * @param beginning initial records of a new product
 * @throws Error if the file does not contain a product's records
 */
export async function openRecords(file: string | undefined, beginning: InitialRecords): Promise<RecordsFile> {
  const known = file === undefined ? undefined : await read(file)
  const records = known ?? {
    ...structuredClone(beginning),
    initialisations: [],
    studies: [],
    people: [],
    access: [],
    received: [],
    accessChanges: [],
    accessVersions: [],
    answers: [],
  }
  if (file === undefined) return { records, save: async () => undefined }
  await mkdir(dirname(file), { recursive: true })
  let saved: Promise<void> = Promise.resolve()
  const save = () => {
    // One save runs at a time. A waiting save includes the changes made meanwhile.
    saved = saved.catch(() => undefined).then(() => replaceFile(file, JSON.stringify(records)))
    return saved
  }
  return { records, save }
}
