import { ListCard, type ListCardProps } from './ListCard.tsx'
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx'

export type ListPageProps<Row> = PageHeaderProps & Omit<ListCardProps<Row>, 'label'>

/** An ordinary page of the administration: its head, and a list. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { title, purpose, action, ...list } = props
  return (
    <div className="page">
      <PageHeader title={title} purpose={purpose} action={action} />
      <ListCard label={title} {...list} />
    </div>
  )
}
