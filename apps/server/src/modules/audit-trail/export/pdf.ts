import type { Translate } from '@atrium/contract'
import { contentWhenRead } from '../../../platform/export/content-when-read.ts'
import { drawPdf } from '../../../platform/export/pdf.ts'
import { timeIn } from '../times.ts'
import { attachmentName, coverOf } from './cover.ts'
import { changesText, type ExportedEvent, exportedEvents, linesOf } from './events.ts'
import { exportTexts } from './texts/index.ts'
import { type TrailExport, zoneOf } from './work.ts'

/** Returns the signature of an event with printed name, meaning, instant and its state; '' without one. */
const signatureIn =
  (t: Translate, time: (at: string) => string) =>
  ({ signature }: ExportedEvent): string => {
    const { state, printedName, userName, meaningDesc } = signature
    if (state === 'none') return ''
    return linesOf(
      `${t('signature.shown.title')}: ${printedName} (${userName})`,
      `${t('signature.meaning')}: ${meaningDesc}`,
      `${t('signature.shown.time')}: ${time(signature.time)}`,
      `${t('signature.shown.state')}: ${t(`signature.shown.states.${state}`)}`,
    )
  }

/** Reads the events and draws them with a cover page. */
async function drawn(source: TrailExport, signal: AbortSignal): Promise<Uint8Array> {
  const { work, finish } = source
  const { t, language } = work
  const texts = exportTexts[language]
  const zone = zoneOf(work)
  const time = timeIn(zone)
  const signatureOf = signatureIn(t, time)
  const events = await Array.fromAsync(exportedEvents(source))
  const at = new Date()
  const facts = { exportedAt: at.toISOString(), by: work.caller.userName, filters: source.filters }
  const content = Buffer.from(JSON.stringify({ ...facts, timeZone: zone, events }, undefined, 2))
  const cover = await coverOf(source, events, { at, attachment: content })
  const bytes = await drawPdf(
    {
      language,
      title: texts.title,
      cover,
      columns: [
        { title: `${t('auditTrail.time')} (${zone})`, width: 82 },
        { title: t('auditTrail.actorName'), width: 92 },
        { title: t('auditTrail.call'), width: 84 },
        { title: t('auditTrail.entityName'), width: 110 },
        { title: texts.changes },
        { title: `${t('auditTrail.reason')} · ${t('signature.shown.title')}`, width: 100 },
      ],
      rows: events.map((event) => [
        time(event.time),
        linesOf(event.actorFullName, event.actorName, event.address),
        event.callDesc,
        linesOf(
          [event.entityDesc, event.entityName].filter(Boolean).join(' · '),
          event.tenantName,
          event.studyName,
        ),
        changesText(event),
        linesOf(event.reason, signatureOf(event)),
      ]),
      attachment: {
        name: attachmentName,
        description: texts.attachment,
        mediaType: 'application/json',
        content,
      },
    },
    signal,
  )
  await finish()
  return bytes
}

/** Approximate length of a PDF without events, which has its fonts, and of each changed field, in bytes. */
const length = { ofNone: 60_000, ofChange: 100 }

/** Returns the events as a PDF with a cover page. The events are also attached as JSON. */
export const trailPdf = (source: TrailExport) => ({
  expectedLength: length.ofNone + length.ofChange * source.maxChanges,
  content: contentWhenRead((signal) => drawn(source, signal)),
})
