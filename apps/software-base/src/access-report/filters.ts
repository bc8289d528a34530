/** Filters of the screen, by wire name. The instants are ISO 8601, UTC. */
export const filters = {
  at: '',
  compareWith: '',
  tenantId: '',
  studyId: '',
  siteId: '',
  softwareId: '',
  userId: '',
  state: '',
  keyWord: '',
}

/** Values of the filters. */
export type Values = Readonly<Record<string, string>>

/** Whether the filters name whose access the report is about. Otherwise the platform's report is about itself. */
export const namesScope = ({ tenantId, studyId, softwareId, userId }: Values): boolean =>
  [tenantId, studyId, softwareId, userId].some((id) => id !== '')
