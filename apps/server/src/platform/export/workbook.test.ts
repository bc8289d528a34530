import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { type Column, type Table, workbookFile, zippedWorkbook } from './workbook.ts'

interface Row {
  readonly name: string
}

const columns: Column<Row>[] = [
  { title: '姓名', width: 20, textOf: ({ name }) => name },
  { title: 'Remark', width: 40, textOf: () => '' },
]

/** Returns a table with this many rows. `given` returns how many of them were read so far. */
const tableOf = (rowCount: number): Table<Row> & { readonly given: () => number } => {
  let given = 0
  const next: Table<Row>['next'] = async (max) => {
    const rows = Array.from({ length: Math.min(max, rowCount - given) }, (_, index) => ({
      name: `用户 ${given + index + 1}`,
    }))
    given += rows.length
    return rows
  }
  return { name: '用户', columns, rowCount, next, given: () => given }
}

const read = async (archive: Awaited<ReturnType<typeof zippedWorkbook>>) => {
  const files = unzipSync(await buffer(archive.content))
  const [name = ''] = Object.keys(files)
  return { name, sheets: await readWorkbook(Buffer.from(files[name] ?? [])) }
}

describe('a workbook', () => {
  it('has its titles in the first row, even if there are no other rows', async () => {
    const { name, sheets } = await read(await zippedWorkbook(tableOf(0), 'users.xlsx'))
    expect(name).toBe('users.xlsx')
    expect(sheets).toEqual([{ sheet: '用户', data: [['姓名', 'Remark']] }])
  })

  it('is the same without a zip around it', async () => {
    const { content, expectedLength } = await workbookFile(tableOf(1200), 600)
    const bytes = await buffer(content)
    const zipped = await read(await zippedWorkbook(tableOf(1200), 'users.xlsx', 600))
    expect(await readWorkbook(bytes)).toEqual(zipped.sheets)
    expect(expectedLength).toBeGreaterThan(bytes.length / 4)
    expect(expectedLength).toBeLessThan(bytes.length * 4)
  })

  it('has the default style that some readers require', async () => {
    const archive = await zippedWorkbook(tableOf(1), 'users.xlsx')
    const workbook = unzipSync(await buffer(archive.content))['users.xlsx'] ?? new Uint8Array()
    const styles = unzipSync(workbook)['xl/styles.xml'] ?? new Uint8Array()
    expect(strFromU8(styles)).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>')
  })

  it('continues in further sheets, none of which is empty', async () => {
    const { sheets } = await read(await zippedWorkbook(tableOf(1200), 'users.xlsx', 600))
    expect(sheets.map(({ sheet, data }) => [sheet, data.length, data[1]?.[0]])).toEqual([
      ['用户', 601, '用户 1'],
      ['用户 2', 601, '用户 601'],
    ])
    const more = await read(await zippedWorkbook(tableOf(1201), 'users.xlsx', 600))
    expect(more.sheets.map(({ data }) => data.length)).toEqual([601, 601, 2])
  })

  it('is created only as fast as it is read, and no further once reading stops', async () => {
    const table = tableOf(1_000_000)
    const { content } = await zippedWorkbook(table, 'users.xlsx')
    for await (const _part of content) break
    for (let last = -1; last < table.given(); await turn()) last = table.given()
    expect(content.destroyed).toBe(true)
    expect(table.given()).toBeLessThan(50_000)
  })

  /** Returns a table that fails after `max` rows were read. */
  const failingAfter = (max: number): Table<Row> => {
    const table = tableOf(2000)
    const next: Table<Row>['next'] = async (count) => {
      if (table.given() >= max) throw new Error('the database is gone')
      return table.next(count)
    }
    return { ...table, next }
  }

  it('fails if reading its rows fails', async () => {
    const { content } = await zippedWorkbook(failingAfter(1000), 'users.xlsx')
    await expect(buffer(content)).rejects.toThrow('the database is gone')
  })

  it('fails even if its rows failed before anyone read the workbook', async () => {
    const { content } = await zippedWorkbook(failingAfter(100), 'users.xlsx')
    while (content.errored === null) await turn()
    await expect(buffer(content)).rejects.toThrow('the database is gone')
  })
})
