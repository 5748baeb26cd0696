import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface Props {
  /** The button that asks. */
  readonly ask: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly back: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onConfirm: () => void;
}

/** A step that cannot be taken back is asked about before it is taken. */
export function Question(props: Props) {
  const { ask, title, children, back, confirm, isDanger = false, isDisabled = false, onConfirm } = props;
  return (
    <DialogTrigger>
      {ask}
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="question">
          <Dialog role="alertdialog">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {children}
            <p className="actions">
              <Button slot="close" className="button" autoFocus>
                {back}
              </Button>
              <Button
                slot="close"
                className={isDanger ? 'button danger' : 'button primary'}
                isDisabled={isDisabled}
                onPress={onConfirm}
              >
                {confirm}
              </Button>
            </p>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
