import type { Language } from '@atrium/contract'

/** A file inside a PDF. */
interface Attachment {
  readonly name: string
  readonly description: string
  readonly mediaType: string
  readonly content: Uint8Array
}

interface PdfColumn {
  readonly title: string
  /** Width in points; the other columns share the rest of the page. */
  readonly width?: number
}

/** A report as a PDF: a cover page and a table. All of it can be sent to the worker that draws it. */
export interface PdfReport {
  readonly language: Language
  readonly title: string
  /** Facts on the cover page: names and values. */
  readonly cover: readonly (readonly [name: string, value: string])[]
  readonly columns: readonly PdfColumn[]
  /** Texts of each row, one per column. */
  readonly rows: readonly (readonly string[])[]
  readonly attachment: Attachment
}

/** Paths of the fonts that are embedded. */
export interface PdfFonts {
  readonly normal: string
  readonly bold: string
}
