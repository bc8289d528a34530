import {
  allCalls,
  invitationList,
  productRefusalList,
  rejectionNotices,
  studyUserList,
  unblindingList,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { zipSync } from 'fflate'
import { uuidv7 } from 'uuidv7'
import { drawPdf } from '../../../platform/export/pdf.ts'
import { comparable } from './exchange.ts'
import { type Pair, reportOf, startPair } from './index.ts'
import { isPdf, textOfPdf } from './pdf.ts'

// Thousands of requests to each of two servers.
jest.setTimeout(1_200_000)

let pair: Pair

beforeAll(async () => {
  pair = await startPair()
})

afterAll(() => pair.close())

describe('the blinding check', () => {
  it('finds the calls that show unblinded facts to somebody who is not blinded', async () => {
    const showing = [unblindingList, studyUserList, invitationList, productRefusalList, rejectionNotices]
    const [checked] = await pair.check([pair.trial.grantor], showing)
    const found = new Set(checked?.differences.map(({ path }) => path))
    expect([...found].toSorted()).toEqual(showing.map(({ path }) => path).toSorted())
  })

  it('reports a difference with the caller, the call, the input and both responses', async () => {
    const report = reportOf(await pair.check([pair.trial.grantor], [unblindingList]))
    expect(report).toMatch(/^as an administrator who is not blinded: 1 call, \d+ requests, .* differences\n/)
    expect(report).toContain(`  ${unblindingList.path} {"`)
    expect(report).toMatch(/\n {4}first: {2}….*\n {4}second: …/)
    expect(report).toMatch(/\n1 call, \d+ requests, \d+ differences$/)
  })

  it('masks ids and times from after the copy, and no others', () => {
    const at = Date.now()
    const earlier = [uuidv7(), new Date(at - 1000).toISOString()]
    const copiedAt = at + 1000
    const shown = (texts: readonly string[], since: number) =>
      comparable(unblindingList, { status: 200, named: '', body: Buffer.from(texts.join(' ')) }, since)
    expect(shown(earlier, copiedAt)).toBe(`200  ${earlier.join(' ')}`)
    expect(shown(earlier, at - 2000)).toBe('200  (new id) (later)')
  })

  it('compares the files of archives, also of nested ones, without their times', () => {
    const archived = (text: string, mtime: string) =>
      zipSync({ 'inner.zip': zipSync({ 'a.txt': Buffer.from(text) }, { mtime }) }, { mtime })
    const shown = (text: string, mtime: string) =>
      comparable(
        unblindingList,
        { status: 200, named: '', body: Buffer.from(archived(text, mtime)) },
        Date.now(),
      )
    expect(shown('one', '2026-11-27T04:00:02')).toBe(shown('one', '2026-11-27T04:00:04'))
    expect(shown('one', '2026-11-27T04:00:02')).not.toBe(shown('two', '2026-11-27T04:00:02'))
  })

  it('compares the pages of PDFs and the files in them, without their ids', async () => {
    const shown = async (text: string, attached: string) => {
      const content = Buffer.from(attached)
      const attachment = { name: 'a.json', description: 'all', mediaType: 'application/json', content }
      const report = {
        title: 'trail',
        cover: [['by', 'me'] as const],
        columns: [{ title: 'text' }],
        rows: [[text]],
        attachment,
      }
      const bytes = await drawPdf({ ...report, language: 'en' }, new AbortController().signal)
      expect(isPdf(bytes)).toBe(true)
      return (await textOfPdf(bytes)).toString()
    }
    const first = await shown('one', '{}')
    expect(await shown('one', '{}')).toBe(first)
    expect(await shown('two', '{}')).not.toBe(first)
    expect(await shown('one', '{"hidden":1}')).not.toBe(first)
  })

  it('finds the same responses to every call for each blinded person', async () => {
    const results = await pair.check(pair.trial.blinded)
    expect(reportOf(results.filter(({ differences }) => differences.length > 0))).toBe(
      '0 calls, 0 requests, 0 differences',
    )
    for (const { calls, successes } of results) {
      expect(calls).toBe(allCalls.length)
      expect(successes).toBeGreaterThan(40)
    }
  })
})
