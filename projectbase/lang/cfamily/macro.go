package cfamily

func (p *preparation) macros() {}
