import './styles.ts'

export { type CallOptions, refresh, useCall, useIsPlatform } from '../query/index.ts'
export { CardTitle } from './CardTitle.tsx'
export type { Column, ColumnsOf, Sort } from './column.ts'
export { DataTable, type DataTableProps } from './DataTable.tsx'
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
export { type EditActions, editColumn } from './editColumn.tsx'
export { KeywordInput, type KeywordInputProps } from './KeywordInput.tsx'
export { ListCard, type ListCardProps } from './ListCard.tsx'
export { ListPage, type ListPageProps } from './ListPage.tsx'
export { PageHeader, type PageHeaderProps } from './PageHeader.tsx'
export { type RowAction, RowActions } from './RowActions.tsx'
export { RowButton, type RowButtonProps } from './RowButton.tsx'
export { chosenRow, RowChoice, type RowChoiceProps } from './RowChoice.tsx'
export { OpenTag, openChoices, StatusTag, type Tone } from './StatusTag.tsx'
export {
  type Selection,
  useSelectedCount,
  useSelection,
} from './selection/selection.ts'
export type { SelectableRows } from './selection/selectionColumn.tsx'
export { type List, type RowOf, useList } from './state/useList.ts'
