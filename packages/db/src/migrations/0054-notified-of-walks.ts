import { sql } from 'kysely'
import { addIndex, change } from './steps.ts'

/** What a notification is about besides a match: a walk, and the other dog, whose name is read with the notification. */
export const steps = [
  change(sql`
    ALTER TABLE notifications
      ADD COLUMN IF NOT EXISTS walk_id uuid REFERENCES walks ON DELETE CASCADE,
      ADD COLUMN IF NOT EXISTS other_dog_id uuid REFERENCES dogs ON DELETE CASCADE`),
  addIndex('notifications_of_walk', 'ON notifications (walk_id, event) WHERE walk_id IS NOT NULL'),
  addIndex('notifications_of_other_dog', 'ON notifications (other_dog_id) WHERE other_dog_id IS NOT NULL'),
]
