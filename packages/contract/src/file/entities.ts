import * as z from 'zod/mini'
import { id, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { globalTenantId } from '../dictionary/entities.ts'

/**
 * Maximum length in characters that every file system accepts, also for Chinese names: most allow 255 bytes or 255
 * UTF-16 units.
 */
const maxFileNameLength = 200

/**
 * Characters that file names must not contain: path separators, those that Windows rejects, control characters, and
 * those that change the text direction, with which `gpj.exe` reads as `exe.jpg`.
 */
const forbidden = /[/\\<>:"|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/** Windows device names, with any extension, and names that end in a dot. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)|\.$/i

/** Name of a file to be stored. It may be in any language, and every file system must accept it. */
const newFileName = z.pipe(
  requiredText(maxFileNameLength).check(
    z.refine((name) => !forbidden.test(name), textKey('file.rule.fileName')),
    z.refine((name) => !reserved.test(name), textKey('file.rule.fileNameReserved')),
  ),
  // macOS sends decomposed characters, which a search typed on another system would not match.
  z.transform((name: string) => name.normalize('NFC')),
)

/** A media type without parameters (RFC 6838, 4.2), such as `text/csv`. */
const mediaType = /^[a-z\d][\w!#$&^.+-]{0,63}\/[a-z\d][\w!#$&^.+-]{0,63}$/i

/** Fields of a file that a product stores. */
export const NewFile = z.object({
  fileName: newFileName,
  /** Tenant that owns the file; the platform by default. */
  tenantId: z._default(id, globalTenantId),
  /** Media type, returned with each download. */
  contentType: z._default(
    text(127).check(z.refine((value) => mediaType.test(value), textKey('file.rule.contentType'))),
    'application/octet-stream',
  ),
})

/** A file that a product has stored. */
export const ListedFile = z.object({
  /** The same as `nodeId`. */
  id: z.string(),
  nodeId: z.string(),
  fileName: z.string(),
  /** Size in bytes. */
  size: z.number(),
  /** Formatted size, such as `1.5 MB`. */
  fileSizeStr: z.string(),
  /** Checksum of the content, in hexadecimal digits. */
  sha256: z.string(),
  softId: z.string(),
  /** Names of product and tenant in the caller's language. The tenant's name is '' for a file of the platform. */
  softName: z.string(),
  tenantName: z.string(),
  createTime: z.string(),
})
export type ListedFile = z.output<typeof ListedFile>
