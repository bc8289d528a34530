import './styles.ts'

export { durationOf } from '../base/duration.ts'
export { deploymentDay, shownInstant, shownZone } from '../base/instant.ts'
export { listNames, nameIn } from '../base/product-names.ts'
export { type CallOptions, refresh, useCall, useIsPlatform } from '../base/query.ts'
export { useMayChange } from '../base/use-may-change.ts'
export { useMayOpen } from '../base/use-may-open.ts'
export { DownloadProgress, type DownloadProgressProps } from '../download/DownloadProgress.tsx'
export {
  type Downloads,
  type DownloadTexts,
  useDownloadProgress,
  useDownloads,
} from '../download/use-downloads.ts'
export { HistoryButton } from '../history/HistoryButton.tsx'
export { HistoryScope } from '../history/HistoryScope.tsx'
export {
  ContactCell,
  chosenRow,
  OpenTag,
  openChoices,
  type RowAction,
  RowActions,
  RowButton,
  type RowButtonProps,
  RowChoice,
  type RowChoiceProps,
  StatusTag,
  type Tone,
} from './cells.tsx'
export type { Column, ColumnFilter, ColumnsOf, RowOf, Sort } from './column.ts'
export { DataTable, type DataTableProps, TableSkeleton } from './DataTable.tsx'
export { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
export { type EditActions, editColumn } from './edit-column.tsx'
export { CheckFilter, KeywordInput, type KeywordInputProps } from './filters.tsx'
export { CardTitle, ListCard, type ListCardProps, ListParts } from './ListCard.tsx'
export { ListPage, type ListPageProps, PageHeader, type PageHeaderProps } from './ListPage.tsx'
export { LicenceState, useLicencePeriod } from './licence.tsx'
export { OutcomeTag } from './OutcomeTag.tsx'
export { PeriodCell, type PeriodCellProps, RoleCell, usePeriodText } from './period.tsx'
export { inShort } from './ShortenedName.tsx'
export {
  createSelection,
  type SelectableRows,
  type Selection,
  useSelectedCount,
  useSelection,
} from './selection.tsx'
export { TableTools } from './TableTools.tsx'
export { type Tab, Tabs, type TabsProps } from './Tabs.tsx'
export { TwoPanes, type TwoPanesProps } from './TwoPanes.tsx'
export { UsageBar } from './UsageBar.tsx'
export { type AccessOf, useAccessAction } from './use-access-action.ts'
export { useHistoryColumn } from './use-history-column.tsx'
export { type List, type ListOf, useList } from './use-list.ts'
export { useLocalList } from './use-local-list.ts'
export { usePagedList } from './use-paged-list.ts'
export { otherZone, useInZone } from './zone.ts'
