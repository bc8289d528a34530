/** Filters of the screen, by wire name. */
export const filters = {
  startTime: '',
  endTime: '',
  tenantId: '',
  actorId: '',
  studyId: '',
  entity: '',
  call: '',
  requestId: '',
  reviewId: '',
  area: '',
}

/** Values of the filters. */
export type Values = Readonly<Record<string, string>>
