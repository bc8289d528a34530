import { describe, expect, it } from '@jest/globals'
import { extensionOf } from './extension.ts'

const wang = { id: 'w', displayName: 'Wang', accessUntil: '2030-06-30' }
const li = { id: 'l', displayName: 'Li', accessUntil: '2030-06-30' }
const zhao = { id: 'z', displayName: 'Zhao', accessUntil: '' }

describe('an extension', () => {
  it('starts from the last day that all have', () => {
    expect(extensionOf(['w', 'l'], [wang, li, zhao])).toEqual({
      ids: ['w', 'l'],
      names: ['Wang', 'Li'],
      accessUntil: '2030-06-30',
      unlimited: false,
    })
  })

  it('starts without a day if the days differ', () => {
    expect(extensionOf(['w', 'z'], [wang, zhao]).accessUntil).toBe('')
  })

  it('starts without a day if one of the people is on another page', () => {
    expect(extensionOf(['w', 'elsewhere'], [wang])).toEqual({
      ids: ['w', 'elsewhere'],
      names: ['Wang'],
      accessUntil: '',
      unlimited: false,
    })
  })
})
