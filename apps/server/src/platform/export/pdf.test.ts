import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { drawPdf } from './pdf.ts'
import type { PdfReport } from './pdf-report.ts'

jest.setTimeout(180_000)

const run = promisify(execFile)

const content = Buffer.from(JSON.stringify({ events: ['王晓 😀'] }))

const never = new AbortController().signal

const report: PdfReport = {
  language: 'zh',
  title: '审计追踪',
  cover: [
    ['导出人', '王晓 (wang)'],
    ['筛选条件', '无'],
  ],
  columns: [{ title: '时间', width: 90 }, { title: '变更内容' }],
  rows: Array.from({ length: 300 }, (_, index) => [
    `第 ${index + 1} 行`,
    `姓名：㛃𬭎䶮 → 😀\n${'0123456789abcdef'.repeat(20)}`,
  ]),
  attachment: { name: 'events.json', description: '全部记录', mediaType: 'application/json', content },
}

describe('a report as PDF', () => {
  let folder: string
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-pdf-'))
    file = join(folder, 'report.pdf')
    await writeFile(file, await drawPdf(report, never))
  })

  afterAll(() => rm(folder, { recursive: true }))

  const textOf = async () =>
    (await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 10_000_000 })).stdout

  it('shows cover page, titles on each page, every row and page numbers', async () => {
    const pages = (await textOf()).split('\f').slice(0, -1)
    expect(pages[0]).toMatch(/审计追踪.*导出人\s+王晓 \(wang\).*筛选条件\s+无/s)
    for (const page of pages.slice(1)) expect(page).toMatch(/时间\s+变更内容/)
    expect(pages[2]).toContain(`3 / ${pages.length}`)
    const rows = [...pages.join('').matchAll(/第 ?(\d+) ?行/g)].map(([, number]) => Number(number))
    expect(rows).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  })

  it('shows rare Chinese characters, and the numbers of characters that the font lacks', async () => {
    expect(await textOf()).toContain('姓名：㛃𬭎䶮 → [U+1F600]')
  })

  it('contains the attached file unchanged', async () => {
    const target = join(folder, 'events.json')
    await run('pdfdetach', ['-save', '1', '-o', target, file])
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(await readFile(target))).toBe(hash(content))
  })

  it('is a PDF/A-3b with its language and embedded fonts', async () => {
    const bytes = await readFile(file)
    expect(bytes.toString('latin1')).toMatch(/<pdfaid:part>3<.*<pdfaid:conformance>B</s)
    expect(bytes.toString('latin1')).toContain('/Lang (zh-CN)')
    expect((await run('pdfinfo', [file])).stdout).toMatch(/Title: +审计追踪/)
    const fonts = (await run('pdffonts', [file])).stdout.split('\n').slice(2, -1)
    expect(fonts).toHaveLength(2)
    for (const font of fonts) expect(font).toMatch(/yes yes yes/)
  })
})

it('reports why a report cannot be drawn', async () => {
  const broken = { ...report, rows: [['only one cell']] }
  await expect(drawPdf(broken, never)).rejects.toThrow()
})

describe('a PDF that nobody waits for any more', () => {
  const started: Worker[] = []
  const note = (message: unknown) => void started.push((message as { worker: Worker }).worker)

  beforeEach(() => {
    started.length = 0
    subscribe('worker_threads', note)
  })
  afterEach(() => void unsubscribe('worker_threads', note))

  it('ends with its worker', async () => {
    const stopping = new AbortController()
    const drawing = drawPdf(report, stopping.signal)
    while (started.length === 0) await turn()
    const [worker] = started
    if (!worker) throw new Error('no worker was started')
    const ended = once(worker, 'exit')
    await once(worker, 'online')
    stopping.abort()
    await expect(drawing).rejects.toThrow('aborted')
    await ended
  })

  it('is not begun, and the reports behind it are drawn one after the other', async () => {
    const stopping = new AbortController()
    const ofOne = { ...report, rows: report.rows.slice(0, 1) }
    const drawings = [
      drawPdf(ofOne, never),
      drawPdf(report, stopping.signal),
      drawPdf(ofOne, never),
      drawPdf(ofOne, AbortSignal.abort()),
    ]
    stopping.abort()
    const results = await Promise.allSettled(drawings)
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(started).toHaveLength(2)
  })

  it('is not drawn while another one is', async () => {
    const ofOne = { ...report, rows: report.rows.slice(0, 1) }
    const first = drawPdf(ofOne, never)
    const second = drawPdf(ofOne, never)
    while (started.length === 0) await turn()
    const [worker] = started
    if (!worker) throw new Error('no worker was started')
    await once(worker, 'online')
    expect(started).toHaveLength(1)
    await Promise.all([first, second])
    expect(started).toHaveLength(2)
  })
})
