import { codes } from '@atrium/contract'
import { DatabaseError } from 'pg'
import { refuse, refuseField } from '../http/refusal.ts'

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/**
 * Runs a write and turns the violation of a foreign key into a refusal (404): what it refers to was there when the
 * rules looked, and somebody has deleted it since.
 */
export async function refusingGone<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DatabaseError && error.code === foreignKeyViolation) refuse(codes.notFound)
    throw error
  }
}

/**
 * Runs a write and turns the violation of a unique constraint into the refusal of its field, so that of
 * two who write the same at once one is told why.
 * @param unique the field that each constraint is about
 */
export async function refusingDoubles<Result>(
  unique: Readonly<Record<string, string>>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const field =
      error instanceof DatabaseError && error.code === uniqueViolation && unique[error.constraint ?? '']
    if (!field) throw error
    return refuseField(field, 'rule.taken')
  }
}
