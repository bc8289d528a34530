import {
  releaseAccept,
  releaseActivate,
  releaseCheck,
  releaseRollback,
  releaseRollout,
  releaseTenantMode,
  releaseUndo,
  tenantReleaseAccept,
  tenantReleaseMode,
} from '@atrium/contract'
import { testReleases } from '../../../test-support/services.ts'
import {
  addModule,
  addModuleWithNext,
  manifestOf,
  putRelease,
  signManifest,
} from '../../modules/releases/test-kit/index.ts'
import { type Suite, team } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

let made = 0

/** Adds a module with two releases, of which 1.1.0 is active. */
async function addOne({ database }: Suite): Promise<string> {
  const name = `greeting-${process.pid}-${++made}`
  await addModule(database, testReleases(), name, ['1.0.0', '1.1.0'])
  return name
}

/** Adds a module with a release that is not active yet. */
async function withAnother({ database }: Suite): Promise<string> {
  const name = `greeting-${process.pid}-${++made}`
  await addModuleWithNext(database, testReleases(), name)
  return name
}

const byAdmin =
  (input: (suite: Suite) => Promise<Record<string, unknown>>): Mutation['prepare'] =>
  async (suite) => ({ input: await input(suite), token: suite.admin.token })

/** Registers a new release of an existing module, so that every acceptance does the same. */
const acceptance: Mutation['prepare'] = async ({ database: { owner } }) => {
  await owner
    .insertInto('remoteModule')
    .values({ id: 'greeting', rolledBackAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const manifest = manifestOf('greeting', `2.0.${++made}`)
  const text = putRelease(testReleases(), manifest)
  const address = `/remotes/greeting/${manifest.version}/release.json`
  return { input: { manifest: text, signature: signManifest(text), address }, signer: team() }
}

/** Prepares the rollback of a remote for which the team's key is trusted. */
const undoing: Mutation['prepare'] = async (suite) => {
  const name = 'ledger'
  const { owner } = suite.database
  await owner.deleteFrom('remoteRelease').where('name', '=', name).execute()
  await owner.deleteFrom('remoteModule').where('id', '=', name).execute()
  await addModule(suite.database, testReleases(), name, ['1.0.0', '1.1.0'])
  return { input: { name, version: '1.1.0', reason: uniqueText('回退') }, signer: team() }
}

const accepting: Mutation['prepare'] = async (suite) => {
  const { tenantId, token } = suite.here
  const name = await addOne(suite)
  await suite.database.owner
    .insertInto('tenantRelease')
    .values({ tenantId, id: name, name, mode: 'validated', version: '1.0.0', acceptedAt: null })
    .execute()
  return { input: { tenantId, name, version: '1.1.0', reason: '已验证' }, token }
}

/** Calls of teams that change nothing. */
export const releaseReads: readonly Mutation[] = [
  {
    call: releaseCheck,
    prepare: async (suite) => {
      const { input, ...sender } = await acceptance(suite)
      return { input: { manifest: input.manifest, signature: input.signature }, ...sender }
    },
  },
]

/** Mutations of releases. */
export const releaseMutations: readonly Mutation[] = [
  { call: releaseAccept, prepare: acceptance },
  { call: releaseUndo, prepare: undoing },
  {
    call: releaseActivate,
    prepare: byAdmin(async (suite) => ({ name: await withAnother(suite), version: '1.2.0' })),
  },
  { call: releaseRollback, prepare: byAdmin(async (suite) => ({ name: await addOne(suite) })) },
  {
    call: releaseRollout,
    prepare: byAdmin(async (suite) => ({
      name: await withAnother(suite),
      version: '1.2.0',
      percentage: 10,
    })),
  },
  {
    call: releaseTenantMode,
    prepare: byAdmin(async (suite) => ({
      name: await addOne(suite),
      tenantId: suite.here.tenantId,
      mode: 'pinned',
      version: '1.0.0',
    })),
  },
  {
    call: tenantReleaseMode,
    prepare: async (suite) => {
      const { tenantId, token } = suite.here
      return { input: { name: await addOne(suite), tenantId, validated: true }, token }
    },
  },
  { call: tenantReleaseAccept, prepare: accepting },
]
