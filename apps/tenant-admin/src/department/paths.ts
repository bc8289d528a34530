import type { DepartmentBranch } from '@atrium/contract'

/** A department to choose, by the names of those above it and its own. */
interface DepartmentPath {
  readonly value: string
  readonly label: string
  /** A department's ancestors and the department itself, from the top. */
  readonly ids: readonly string[]
  /** How many levels it and those below it take. */
  readonly levels: number
}

const levelsOf = (branch: DepartmentBranch): number => 1 + Math.max(0, ...branch.list.map(levelsOf))

/** The departments of a tree, each before those below it. */
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
