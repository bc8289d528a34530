import { randomUUID } from 'node:crypto'
import { softwareCodes } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

/** Adds files of EDC with these storage times, which are part of their names. */
const addFiles = (series: string, instants: readonly string[]): Promise<void> =>
  inDatabase((trx) =>
    trx
      .insertInto('file')
      .values(
        instants.map((instant) => ({
          tenantId: '0',
          id: randomUUID(),
          fileName: `${series} ${instant}`,
          size: 1,
          sha256: '0'.repeat(64),
          contentType: 'text/plain',
          contentKey: randomUUID(),
          softwareId: softwareCodes.edc,
          idempotencyKey: randomUUID(),
          createdAt: new Date(instant),
        })),
      )
      .execute(),
  )

/** Returns the times of the files in the list, newest first. */
const shownTimes = async (page: Page, series: string): Promise<string[]> => {
  const texts = await rowOf(page, series).allInnerTexts()
  return texts.map(
    (text) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/m.exec(text.replaceAll('\t', '\n'))?.[0] ?? text,
  )
}

const openDay = async (page: Page, fileName: string, day: string) => {
  await page.goto(`/#/base/file?${new URLSearchParams({ fileName })}`)
  await expect(rowOf(page, fileName)).toHaveCount(4)
  for (const label of ['开始日期', '结束日期']) await page.getByLabel(label, { exact: true }).fill(day)
  await expect(rowOf(page, fileName)).toHaveCount(2)
}

test.describe('in New York, with the server in Shanghai time', () => {
  test.use({ timezoneId: 'America/New_York', newBrowser: true })

  for (const [length, day, instants] of [
    [
      '23 hours',
      '2026-03-08',
      ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'],
    ],
    [
      '25 hours',
      '2026-11-01',
      ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z'],
    ],
  ] as const)
    test(`a day of ${length} contains the files with a time on that day`, async ({ page }) => {
      const series = unique('访视数据')
      await addFiles(series, instants)
      await openDay(page, series, day)
      expect(await shownTimes(page, series)).toEqual([`${day} 23:59:59`, `${day} 00:00:00`])
    })

  test('days and times in the server’s time zone name the zone', async ({ page }) => {
    await page.goto('/#/software/tenantsoft')
    await expect(page.getByRole('columnheader', { name: '授权期限（Asia/Shanghai）' })).toBeVisible()
    await page.goto('/#/base/task')
    await expect(page.getByText('按计划（时区 Asia/Shanghai）自动执行的任务')).toBeVisible()
  })
})

test.describe('in Shanghai', () => {
  test.use({ timezoneId: 'Asia/Shanghai', newBrowser: true })

  test('a day is a day in Shanghai, and no time zone is named', async ({ page }) => {
    const series = unique('访视数据')
    const instants = [
      '2026-11-01T15:59:59Z',
      '2026-11-01T16:00:00Z',
      '2026-11-02T15:59:59Z',
      '2026-11-02T16:00:00Z',
    ]
    await addFiles(series, instants)
    await openDay(page, series, '2026-11-02')
    expect(await shownTimes(page, series)).toEqual(['2026-11-02 23:59:59', '2026-11-02 00:00:00'])
    await page.goto('/#/software/tenantsoft')
    await expect(page.getByRole('columnheader', { name: '授权期限' })).not.toContainText('Asia')
  })
})
