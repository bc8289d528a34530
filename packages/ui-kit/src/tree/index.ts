import '../list/styles.ts'
import './tree.css'

export { allRows, type Branch, idsAbove, rowsInSight, search, type TreeRow } from './rows.ts'
export { Tree, type TreeProps } from './Tree.tsx'
export { useFolding } from './use-folding.ts'
