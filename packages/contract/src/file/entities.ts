import * as z from 'zod/mini'
import { id, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { globalTenantId } from '../dictionary/entities.ts'

/** As many as every file system takes, also in Chinese: most count 255 bytes or 255 units of UTF-16. */
const maxFileNameLength = 200

/**
 * Characters that file names must not have: parts of paths, those that Windows rejects, control characters, and those
 * that change the direction of the text, so that `gpj.exe` reads as `exe.jpg`.
 */
const forbidden = /[/\\<>:"|?*\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u

/** Names of devices on Windows, with any extension, and names that end in a dot. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)|\.$/i

/** The name of a file that is kept: a plain one in any language, which every system can save it under. */
const newFileName = z.pipe(
  requiredText(maxFileNameLength).check(
    z.refine((name) => !forbidden.test(name), textKey('file.rule.fileName')),
    z.refine((name) => !reserved.test(name), textKey('file.rule.fileNameReserved')),
  ),
  // As macOS writes names they would not be found by what others type.
  z.transform((name: string) => name.normalize('NFC')),
)

/** Of a media type without parameters (RFC 6838, 4.2), as `text/csv`. */
const mediaType = /^[a-z\d][\w!#$&^.+-]{0,63}\/[a-z\d][\w!#$&^.+-]{0,63}$/i

/** Fields of a file that a product stores. */
export const NewFile = z.object({
  fileName: newFileName,
  /** Owner of the file; the platform by default. */
  tenantId: z._default(id, globalTenantId),
  /** Its media type, by which it is given out again. */
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
  /** In bytes. */
  size: z.number(),
  /** The size for people, such as `1.5 MB`. */
  fileSizeStr: z.string(),
  /** The checksum of its content, in hexadecimal digits. */
  sha256: z.string(),
  softId: z.string(),
  /** The names of product and tenant in the caller's language; the tenant's is '' for a file of the platform. */
  softName: z.string(),
  tenantName: z.string(),
  createTime: z.string(),
})
export type ListedFile = z.output<typeof ListedFile>
