import type { DepartmentBranch } from '@atrium/contract'

/** A department as a choice, labelled with its path. */
interface DepartmentPath {
  readonly value: string
  readonly label: string
  /** Ids of the department's ancestors and of the department itself, from the top. */
  readonly ids: readonly string[]
  /** Number of levels that the department and its descendants need. */
  readonly levels: number
}

const levelsOf = (branch: DepartmentBranch): number => 1 + Math.max(0, ...branch.list.map(levelsOf))

/** Lists the departments of a tree. Each department precedes its descendants. */
export const pathsOf = (
  tree: readonly DepartmentBranch[],
  above: Pick<DepartmentPath, 'label' | 'ids'> = { label: '', ids: [] },
): DepartmentPath[] =>
  tree.flatMap((branch) => {
    const path = {
      value: branch.id,
      label: above.label === '' ? branch.departmentName : `${above.label} / ${branch.departmentName}`,
      ids: [...above.ids, branch.id],
      levels: levelsOf(branch),
    }
    return [path, ...pathsOf(branch.list, path)]
  })
