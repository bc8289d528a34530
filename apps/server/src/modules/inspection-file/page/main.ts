import { canVerify, Fault, readSource, sourceIn, unpack, verifyFile } from './proof.ts'
import { columnAt, type ProvenTrail, verifyTrail } from './trail.ts'
import { fileInput, type Section, showChecking, showFault, showUnknown, showVerified } from './view.ts'

/** Columns of the trail's rows that the sealed events have too. The first cell is the id of the event. */
const compared = { time: 1, userName: 2, reason: 8, address: 9 } as const

/** Reads a section, whose first line describes it. */
async function readSection(part: string | undefined): Promise<Section> {
  const [head = '', ...rows] = (await unpack(part)).trimEnd().split('\n')
  return { ...JSON.parse(head), rows: rows.map((row) => JSON.parse(row)) }
}

/**
 * Checks that the rows of the trail show exactly the sealed events.
 * @throws Fault otherwise
 */
function compareWords({ rows }: Section, { events }: ProvenTrail): void {
  const isShown = rows.every((row) => {
    const columns = events.get(String(row[0]))?.columns
    const at = columns?.[columnAt.at]
    return (
      columns !== undefined &&
      typeof at === 'string' &&
      Date.parse(at) === Date.parse(String(row[compared.time])) &&
      columns[columnAt.actorName] === row[compared.userName] &&
      columns[columnAt.reason] === row[compared.reason] &&
      columns[columnAt.address] === row[compared.address]
    )
  })
  if (!isShown || rows.length !== events.size) throw new Fault('words')
}

/** Verifies a source, and shows it only then. */
async function verify(source: string): Promise<void> {
  showChecking()
  try {
    const file = await verifyFile(source)
    const hasLines = file.parts.has('sealed')
    const lines = hasLines ? await unpack(file.parts.get('sealed')) : ''
    const trail = hasLines ? await verifyTrail(lines, file.key) : undefined
    const check = hasLines ? JSON.parse(await unpack(file.parts.get('check'))) : undefined
    const sections: Section[] = []
    for (const name of file.facts.sections as string[]) sections.push(await readSection(file.parts.get(name)))
    const words = sections.find(({ isTrail }) => isTrail)
    if (trail && words) compareWords(words, trail)
    showVerified({ file, sections, trail, check, lines })
  } catch (error) {
    showFault(error instanceof Fault ? error.key : 'bytes')
  }
}

/** Verifies the opened file, or the same file as the reader chooses it. */
async function start(): Promise<void> {
  if (!(await canVerify())) return showUnknown('unable')
  const choose = (file: File) =>
    void file
      .arrayBuffer()
      .then((bytes) => verify(sourceIn(bytes)))
      .catch(() => showFault('bytes'))
  try {
    const source = await readSource()
    if (source === undefined) showUnknown('unreadable', () => fileInput(choose))
    else await verify(source)
  } catch {
    showFault('bytes')
  }
}

showChecking()
addEventListener('DOMContentLoaded', () => void start())
