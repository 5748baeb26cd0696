import { setTimeout as sleep } from 'node:timers/promises';
import { type BeneficiaryBody, type Corridor, isProblem } from '@corridor/sdk';

/** Sold, and bought and paid. */
const [SOLD, PAID] = ['GBP', 'EUR'] as const;
const AMOUNT = '25';
/** Enough for what is sold, whatever the rate. */
const FUNDS = '100';
/** A wallet is open before it has collection accounts, on which it can be credited. */
const ACCOUNT_TRIES = 100;
const ACCOUNT_PAUSE_MS = 200;

/** Makes the records of a client that events are about, with all that they need. */
export class Stage {
  constructor(readonly corridor: Corridor) {}

  async payment() {
    const beneficiaryId = await this.beneficiary();
    return this.corridor.createPayment({
      beneficiaryId,
      amount: { ccyCode: PAID, value: AMOUNT },
      paymentDate: await this.today(),
      paymentType: 'REGULAR',
      narrative: 'Triggered',
    });
  }

  async sentPayment() {
    await this.fund(PAID);
    const { id } = await this.payment();
    await this.corridor.authorisePayment(id);
    return this.corridor.sendPayment(id);
  }

  async instruction() {
    await this.fund(SOLD);
    const beneficiaryId = await this.beneficiary();
    return this.corridor.createPaymentInstruction({
      ...ORDER,
      beneficiaryId,
      paymentDate: await this.today(),
      paymentType: 'REGULAR',
      narrative: 'Triggered',
    });
  }

  async acknowledged() {
    return this.corridor.acknowledgePaymentInstruction((await this.instruction()).id);
  }

  async filled() {
    const { id } = await this.acknowledged();
    return this.corridor.fillPaymentInstruction(id, { useIndicativeRateForActualRate: true });
  }

  async conversion() {
    await this.fund(SOLD);
    await this.open(PAID);
    return this.corridor.createConversion(ORDER);
  }

  async awaitingDeposit() {
    const { id } = await this.conversion();
    return this.corridor.requireConversionDeposit(id, { amount: '5' });
  }

  inboundFunds(outcome: 'CREDIT' | 'PENDING' | 'REJECT') {
    return this.fund(SOLD, outcome);
  }

  private async today(): Promise<string> {
    return (await this.corridor.getClock()).now.slice(0, 10);
  }

  private async fund(ccyCode: string, outcome: 'CREDIT' | 'PENDING' | 'REJECT' = 'CREDIT') {
    await this.open(ccyCode);
    const credit = { ccyCode, amount: FUNDS, narrative: 'Triggered', outcome };
    for (let tries = 1; ; tries++)
      try {
        return await this.corridor.simulateInboundFunds(credit);
      } catch (error) {
        if (!isProblem(error, 'not_found') || tries === ACCOUNT_TRIES) throw error;
        await sleep(ACCOUNT_PAUSE_MS);
      }
  }

  private async open(ccyCode: string): Promise<void> {
    await this.corridor.openWallet({ ccyCode }).catch((error: unknown) => {
      if (!isProblem(error, 'wallet_exists')) throw error;
    });
  }

  /** The first one of the client that is paid in this currency; otherwise a new one. */
  private async beneficiary(): Promise<string> {
    await this.open(PAID);
    const usable = `AND(bankAccount.ccyCode == "${PAID}",status == "ACTIVE")`;
    const { data: found } = await this.corridor.searchBeneficiaries({ q: usable, limit: 1 });
    return found[0]?.id ?? (await this.corridor.createBeneficiary(BENEFICIARY)).id;
  }
}

const ORDER = { sellCcyCode: SOLD, buyCcyCode: PAID, fixedSide: 'BUY', amount: AMOUNT } as const;

const BENEFICIARY: BeneficiaryBody = {
  beneficiaryType: 'COMPANY',
  company: { name: 'Nordhafen Logistik GmbH' },
  address: { lines: ['Speicherstadt 4'], city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
  bankAccount: {
    bankName: 'Commerzbank',
    bankCountryCode: 'DE',
    ccyCode: PAID,
    accountHolderName: 'Nordhafen Logistik GmbH',
    bicSwiftCode: 'COBADEFFXXX',
    iban: 'DE89370400440532013000',
  },
};
