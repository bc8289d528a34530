import { DatabaseError } from 'pg'
import { refuseField } from '../http/refusal.ts'

const uniqueViolation = '23505'

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
