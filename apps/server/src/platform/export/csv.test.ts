import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { csvCell, csvFile } from './csv.ts'

describe('a cell of a CSV file', () => {
  it.each(['', '王晓', 'a b', "O'Neil", '1=1', 'a+b@c.cn', '😀'])('keeps %j as it is', (cell) => {
    expect(csvCell(cell)).toBe(cell)
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "yes"', '"say ""yes"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['one\rtwo', '"one\rtwo"'],
  ])('quotes %j', (cell, expected) => {
    expect(csvCell(cell)).toBe(expected)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+44 20', "'+44 20"],
    ['-李', "'-李"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\n=1', '"\'\n=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=A1,"x"', '"\'=A1,""x"""'],
  ])('is no formula for %j', (cell, expected) => {
    expect(csvCell(cell)).toBe(expected)
  })
})

/** Returns the table of the numbers from 1 to this one. `given` returns how many were read so far. */
const numbers = (rowCount: number) => {
  let given = 0
  return {
    columns: [
      { title: '序号', width: 8, textOf: (row: number) => String(row) },
      { title: '=名称', width: 8, textOf: (row: number) => `第 ${row}，行` },
    ],
    rowCount,
    next: async (max: number) =>
      Array.from({ length: Math.min(max, rowCount - given) }, () => {
        given += 1
        return given
      }),
    given: () => given,
  }
}

describe('a CSV file', () => {
  it('begins with the byte order mark and the titles', async () => {
    const { content } = await csvFile(numbers(0))
    const [bytes] = (await content.toArray()) as Buffer[]
    expect(bytes && Buffer.from(bytes).toString('utf8')).toBe("\ufeff序号,'=名称\r\n")
  })

  it('has one line per row and estimates its length', async () => {
    const { content, expectedLength } = await csvFile(numbers(1000))
    const file = await text(content)
    expect(file.split('\r\n').slice(1, 3)).toEqual(['1,第 1，行', '2,第 2，行'])
    expect(file.split('\r\n')).toHaveLength(1002)
    expect(expectedLength).toBeGreaterThan(Buffer.byteLength(file) / 2)
    expect(expectedLength).toBeLessThan(Buffer.byteLength(file) * 2)
  })

  it('is created only as fast as it is read, and no further once reading stops', async () => {
    const table = numbers(1_000_000)
    const { content } = await csvFile(table)
    for await (const _part of content) break
    for (let last = -1; last < table.given(); await turn()) last = table.given()
    expect(table.given()).toBeLessThan(50_000)
  })

  it('fails if reading its rows fails', async () => {
    const table = numbers(1000)
    const next = async (max: number) => {
      if (table.given() >= 500) throw new Error('the database is gone')
      return table.next(max)
    }
    const { content } = await csvFile({ ...table, next })
    await expect(text(content)).rejects.toThrow('the database is gone')
  })
})
