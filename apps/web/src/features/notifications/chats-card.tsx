import { ErrorState } from '../../components/error-state.tsx'
import { SkeletonRows } from '../../components/loading.tsx'
import { Card } from '../../components/settings-card.tsx'
import { useEditPreferences, usePreferences } from './preferences.ts'
import classes from './settings.module.css'

/** What the other side of a chat sees of the owner. Saved at once. */
export function ChatsCard() {
  const { data, isError, refetch } = usePreferences()
  const change = useEditPreferences()
  return (
    <Card title="Chats">
      {data ? (
        <div>
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={data.showTyping}
              onChange={event => change({ showTyping: event.currentTarget.checked })}
            />
            Show others when I'm typing
          </label>
          <p className="quiet text-small">If you hide it, you won't see when others are typing either.</p>
          <p className="quiet text-small">
            The ten chats that you read last are kept on this device, encrypted, for when you're offline. Logging out
            deletes them.
          </p>
        </div>
      ) : isError ? (
        <ErrorState title="We couldn't load this setting" onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={1} />
      )}
    </Card>
  )
}
