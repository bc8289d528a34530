import { type Changes, compareSnapshots } from './changes.ts'
import { readTests, testsOfAllCalls, testsOfCall, testsOfScreen } from './contract.ts'
import { hashPackage, type PackageFiles } from './package-files.ts'
import { type Evidence, evidenceOf, type Outcome, type Results, readResults } from './results.ts'
import { currentSnapshot, type Snapshot, snapshotAt } from './snapshot.ts'
import { type Commit, changedSince, findCommit, type Source } from './source.ts'

/** Something that a reader of the pack must judge. */
export interface Deviation {
  readonly kind: Exclude<Outcome, 'passed'> | 'missing' | 'stale' | 'uncommitted' | 'oldPackage' | 'notRun'
  /** File, number of a requirement, address of a screen, or ''. */
  readonly subject: string
  readonly detail: string
}

/** Evidence of each part of the product, by its number, path or address. */
type EvidenceById = ReadonlyMap<string, Evidence>

/** All facts of a validation pack, in no language. */
export interface Pack {
  readonly createdAt: number
  readonly commit: Commit
  readonly snapshot: Snapshot
  readonly results: Results
  readonly packageFiles: PackageFiles
  readonly requirements: EvidenceById
  readonly calls: EvidenceById
  readonly screens: EvidenceById
  /** Tests that try every call. */
  readonly testsOfAllCalls: readonly string[]
  readonly deviations: readonly Deviation[]
  readonly since: { readonly name: string; readonly commit: Commit; readonly changes: Changes } | undefined
}

interface Origin {
  readonly root: string
  readonly source: Source
  /** Folder that `pnpm package` assembled. */
  readonly packageFolder: string
  /** Version to compare with. */
  readonly since: string | undefined
}

const instant = (time: number): string => new Date(time).toISOString()

type Found = Pick<Pack, 'commit' | 'results' | 'packageFiles' | 'requirements' | 'screens'>

interface Files {
  readonly tests: readonly string[]
  readonly uncommitted: readonly string[]
}

function findDeviations(
  { commit, results, packageFiles, requirements, screens }: Found,
  files: Files,
): Deviation[] {
  const ofTests = results.tests.flatMap(({ file, title, outcome }): Deviation[] => {
    if (outcome === 'passed') return []
    return [{ kind: title === '' ? 'notRun' : outcome, subject: file, detail: title }]
  })
  const tested = new Set(results.tests.map(({ file }) => file))
  const untested = files.tests.filter((file) => !tested.has(file))
  const unproven = [...requirements, ...screens].flatMap(([id, evidence]) =>
    evidence.verdict === 'missing' ? [id] : [],
  )
  const isOld = packageFiles.assembledAt < commit.time
  return [
    ...ofTests,
    ...[...untested, ...unproven].map((subject) => ({ kind: 'missing' as const, subject, detail: '' })),
    ...(results.commit === commit.hash
      ? []
      : [{ kind: 'stale' as const, subject: '', detail: results.commit }]),
    ...(isOld
      ? [{ kind: 'oldPackage' as const, subject: '', detail: instant(packageFiles.assembledAt) }]
      : []),
    ...files.uncommitted.map((file) => ({ kind: 'uncommitted' as const, subject: file, detail: '' })),
  ]
}

async function compareWith(
  root: string,
  name: string,
  snapshot: Snapshot,
): Promise<NonNullable<Pack['since']>> {
  const commit = findCommit(root, name)
  const before = await snapshotAt(root, commit)
  return { name, commit, changes: compareSnapshots(before, snapshot, changedSince(root, commit)) }
}

/** Collects the facts of a validation pack. @throws CommandFailure if results, package or version are missing */
export async function collectPack({ root, source, packageFolder, since }: Origin): Promise<Pack> {
  const results = readResults(root)
  const packageFiles = await hashPackage(packageFolder)
  const snapshot = await currentSnapshot(root, source)
  const commit = findCommit(root, 'HEAD')
  const tests = readTests(source)
  const evidence = (files: readonly string[]) => evidenceOf(results, files)
  const requirements = new Map(
    snapshot.requirements
      .filter(({ kind }) => kind !== 'limit')
      .map(({ id, tests: named }) => [id, evidence(named)]),
  )
  const screens = new Map(
    snapshot.contract.screens.map((screen) => [screen.path, evidence(testsOfScreen(tests, source, screen))]),
  )
  const ofAll = testsOfAllCalls(tests)
  return {
    createdAt: Date.now(),
    commit,
    snapshot,
    results,
    packageFiles,
    requirements,
    calls: new Map(
      snapshot.contract.calls.map((call) => {
        const own = testsOfCall(tests, call)
        const { verdict } = evidence([...own, ...ofAll])
        return [call.path, { ...evidence(own), verdict }]
      }),
    ),
    screens,
    testsOfAllCalls: ofAll,
    deviations: findDeviations(
      { commit, results, packageFiles, requirements, screens },
      { tests: tests.map(({ file }) => file), uncommitted: changedSince(root, commit) },
    ),
    since: since === undefined ? undefined : await compareWith(root, since, snapshot),
  }
}
