import { Button, Form, Input, Table } from '@arco-design/web-react'
import { memo, useMemo, useState } from 'react'
import { columns, total, type User, usersOf } from './users.ts'

const size = 100
const tableColumns = columns.map((column) => ({ title: column, dataIndex: column }))
const scroll = { y: 560 }

interface BodyProps {
  readonly page: number
  readonly onPage: (page: number) => void
}

const Body = memo(({ page, onPage }: BodyProps) => {
  const data = useMemo(() => usersOf(page, size), [page])
  const pagination = useMemo(
    () => ({ current: page, pageSize: size, total, onChange: onPage, showTotal: true }),
    [page, onPage],
  )
  return (
    <Table<User>
      rowKey="id"
      columns={tableColumns}
      data={data}
      virtualized
      scroll={scroll}
      pagination={pagination}
    />
  )
})

/**
 * A list with only the component library, which renders the visible rows from data in memory: no client, no URL
 * state, no texts in two languages, no resizable columns. The difference to this list is the suite's additional cost.
 */
export function UserTable() {
  const [page, setPage] = useState(1)
  const [, setFilters] = useState({})
  return (
    <div style={{ padding: 16 }}>
      <Form layout="inline" onValuesChange={(_, filters) => setFilters(filters)}>
        {['account', 'name', 'email', 'phone'].map((field) => (
          <Form.Item key={field} field={field} label={field}>
            <Input className={`filter-${field}`} allowClear />
          </Form.Item>
        ))}
      </Form>
      <Button className="next-page" onClick={() => setPage((present) => present + 1)}>
        next
      </Button>
      <Body page={page} onPage={setPage} />
    </div>
  )
}
