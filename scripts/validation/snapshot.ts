import { join } from 'node:path'
import { type Contract, readContract } from './contract.ts'
import { type Requirement, requirementsOf, translationsIn } from './requirements.ts'
import { atCommit, type Commit, type Source, withContract, workingTree } from './source.ts'
import { type Versions, versionsOf } from './versions.ts'

/** What a version of the product promises and consists of. */
export interface Snapshot {
  readonly requirements: readonly Requirement[]
  readonly contract: Contract
  readonly versions: Versions
}

/** Reads the files on the disk. */
export async function currentSnapshot(root: string, source: Source): Promise<Snapshot> {
  return {
    requirements: requirementsOf(source),
    contract: await readContract(join(root, 'packages/contract')),
    versions: versionsOf(source),
  }
}

/** Reads the files of a commit. Rows that it has in common with the current pages get their numbers. */
export async function snapshotAt(root: string, commit: Commit): Promise<Snapshot> {
  const source = atCommit(root, commit)
  return {
    requirements: requirementsOf(source, translationsIn(workingTree(root))),
    contract: await withContract(root, commit, readContract),
    versions: versionsOf(source),
  }
}
