import { CircleCheck, Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { contact, type Message } from '#contract/contact.ts'
import { read } from '#web/lib/api/api.ts'
import { useRowFocus } from '#web/lib/browser/row-focus.ts'
import { day } from '#web/lib/format/clock.ts'
import { excerpt } from '#web/lib/format/format.ts'
import { managedList } from '#web/lib/lists/managed-list.ts'
import { useManagedList } from '#web/lib/lists/use-managed-list.ts'
import { sentenceFor } from '#web/lib/http/problems.ts'
import * as pathTo from '#web/lib/router/path-to.ts'
import { isContactEnabled } from '#web/domain/contact-enabled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DashboardHead } from '#web/domain/dashboard-head.tsx'
import { useChange } from '#web/domain/use-change.ts'
import type { Column } from '#web/ui/list/data-table.tsx'
import { ManagedTable } from '#web/ui/list/managed-list.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { ErrorLine } from '#web/ui/form/field.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { toast } from '#web/ui/feedback/toaster.tsx'
import { replyTo } from './reply.ts'

const list = managedList({
  path: pathTo.inbox,
  noun: { one: 'message', many: 'messages' },
  searchedIn: 'Name, email or message',
})

/** Messages of the contact form. */
export function InboxPage() {
  const shown = useManagedList(list, {
    rows: (query) => read(contact.list, { query }),
    counts: (query) => read(contact.count, { query }),
  })
  const [openId, setOpenId] = useState<string>()
  const keepRowFocus = useRowFocus()
  const open = shown.page.data?.find(({ _id }) => _id === openId)

  const actions = (message: Message) => (
    <OpenButton
      message={message}
      onOpen={(pressed) => {
        keepRowFocus(pressed)
        setOpenId(message._id)
      }}
    />
  )
  const columns: Column<Message>[] = [
    { title: 'From', cell: sender },
    { title: 'Message', cell: beginning },
    { title: 'State', cell: state },
    { title: 'Actions', cell: actions },
  ]

  return (
    <>
      <DashboardHead page="Inbox" />
      <ManagedTable
        shown={shown}
        caption="Messages, newest first"
        columns={columns}
        empty={
          <EmptyState heading="h2" title="No messages yet">
            {isContactEnabled()
              ? 'Messages from the contact form appear here.'
              : 'The contact form is switched off. Set CONTACT_EMAIL to receive messages here.'}
          </EmptyState>
        }
      />
      <Dialog
        open={open !== undefined}
        onClose={() => setOpenId(undefined)}
        title={open ? `Message from ${open.name || open.email}` : ''}
        wide
        lightDismiss
      >
        {open && <WholeMessage message={open} />}
      </Dialog>
    </>
  )
}

const sender = ({ name, email, createdAt }: Message) => (
  <span>
    <span className="table__main">{name || email}</span>
    <small>
      {name && `${email}, `}
      {day(createdAt)}
    </small>
  </span>
)

const beginning = ({ message }: Message) =>
  message.length > 90 ? `${excerpt(message, 90)}…` : message

const Done = () => (
  <Badge tone="ok" icon={CircleCheck}>
    done
  </Badge>
)

const state = ({ done }: Message) =>
  done ? (
    <Done />
  ) : (
    <Badge tone="warn" icon={Mail}>
      open
    </Badge>
  )

interface OpenButtonProps {
  message: Message
  onOpen: (pressed: HTMLButtonElement) => void
}

function OpenButton({ message: { name, email }, onOpen }: OpenButtonProps) {
  const id = useId()
  return (
    <span className="cluster">
      <span id={id} hidden>
        {name || email}
      </span>
      <Button
        size="small"
        aria-describedby={id}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        Open
      </Button>
    </span>
  )
}

function WholeMessage({ message: whole }: { message: Message }) {
  const { _id: id, email, phone, message, createdAt, done } = whole
  const call = useChange('messages', 'auditLog')
  const [problem, setProblem] = useState<string>()

  async function finish() {
    setProblem(undefined)
    try {
      await call(contact.finish, { params: { id } })
      toast.success('Message marked as done')
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }

  return (
    <div className="stack">
      <p className="muted">
        {day(createdAt)}, {email}
        {phone && `, ${phone}`}
      </p>
      <p className="pre-wrap">{message}</p>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className="cluster">
        <a className={buttonClass({ variant: 'primary' })} href={replyTo(email, message)}>
          <Mail />
          Reply by email
        </a>
        {done ? (
          <Done />
        ) : (
          <Button icon={CircleCheck} onClick={finish}>
            Mark as done
          </Button>
        )}
      </div>
    </div>
  )
}
